// SPDX-License-Identifier: Apache-2.0
// Where a static program of musl's begins: it puts right the addresses in its data, protects them against
// writing, and goes on at musl's own beginning.
//
// In the short form (DT_RELR) such an address takes a bit or two, in place of up to 24 bytes. musl reads it
// since 1.2.4, and protects nothing in static programs. The linker has to leave no other relocations, which
// musl would apply later: Toolchain/build-daemon checks that.
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define HIDDEN __attribute__((visibility("hidden")))

enum { RELR_SIZE = 35, RELR = 36 };  // tags that elf.h has since musl 1.2.4

extern char __ehdr_start[] HIDDEN;
extern ElfW(Dyn) _DYNAMIC[] HIDDEN;

// mprotect(2) to read only, without errno, which has no place yet.
static void protect(size_t address, size_t size) {
#if defined __x86_64__
  long result = SYS_mprotect;
  __asm__ volatile("syscall" : "+a"(result) : "D"(address), "S"(size), "d"(PROT_READ) : "rcx", "r11", "memory");
#elif defined __aarch64__
  register size_t x0 __asm__("x0") = address;
  register size_t x1 __asm__("x1") = size;
  register size_t x2 __asm__("x2") = PROT_READ;
  register size_t x8 __asm__("x8") = SYS_mprotect;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
#elif defined __riscv
  register size_t a0 __asm__("a0") = address;
  register size_t a1 __asm__("a1") = size;
  register size_t a2 __asm__("a2") = PROT_READ;
  register size_t a7 __asm__("a7") = SYS_mprotect;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
#elif defined __arm__
  // r7 may be the frame pointer, which cannot be named.
  register size_t r0 __asm__("r0") = address;
  register size_t r1 __asm__("r1") = size;
  register size_t r2 __asm__("r2") = PROT_READ;
  register size_t r3 __asm__("r3") = SYS_mprotect;
  __asm__ volatile("push {r7}\n\tmov r7, r3\n\tsvc 0\n\tpop {r7}"
                   : "+r"(r0) : "r"(r1), "r"(r2), "r"(r3) : "memory");
#else
#error "how is the kernel called here?"
#endif
}

// The stack is as the kernel leaves it: arguments, environment, auxiliary vector.
HIDDEN void flipbook_relocate(const size_t *stack) {
  const size_t base = (size_t)__ehdr_start;
  const size_t *entry = NULL;
  size_t size = 0;
  for (ElfW(Dyn) *tag = _DYNAMIC; tag->d_tag != DT_NULL; tag++) {
    if (tag->d_tag == RELR) entry = (const size_t *)(base + tag->d_un.d_ptr);
    if (tag->d_tag == RELR_SIZE) {
      size = tag->d_un.d_val;
      tag->d_un.d_val = 0;  // a newer musl finds nothing more to do
    }
  }
  // An even entry is an address; an odd one has a bit for each of the words behind the last.
  for (size_t *where = NULL; size; size -= sizeof *entry, entry++) {
    if (*entry & 1) {
      size_t *next = where;
      for (size_t bits = *entry; bits >>= 1; next++)
        if (bits & 1) *next += base;
      where += 8 * sizeof *entry - 1;
    } else {
      where = (size_t *)(base + *entry);
      *where++ += base;
    }
  }

  stack += *stack + 2;
  while (*stack++) {}
  size_t page = 4096;
  for (; *stack != AT_NULL; stack += 2)
    if (*stack == AT_PAGESZ) page = stack[1];
  const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)__ehdr_start;
  const ElfW(Phdr) *segment = (const ElfW(Phdr) *)(base + header->e_phoff);
  for (int i = 0; i < header->e_phnum; i++)
    if (segment[i].p_type == PT_GNU_RELRO) {
      const size_t start = (base + segment[i].p_vaddr) & -page;
      protect(start, ((base + segment[i].p_vaddr + segment[i].p_memsz) & -page) - start);
    }
}

__attribute__((naked, noreturn)) void flipbook_start(void) {
#if defined __x86_64__
  __asm__("movq %rsp, %rdi\n\tcall flipbook_relocate\n\tjmp _start");
#elif defined __aarch64__
  __asm__("mov x0, sp\n\tbl flipbook_relocate\n\tb _start");
#elif defined __riscv
  __asm__("mv a0, sp\n\tcall flipbook_relocate\n\ttail _start");
#elif defined __arm__
  __asm__("mov r0, sp\n\tbl flipbook_relocate\n\tb _start");
#endif
}
