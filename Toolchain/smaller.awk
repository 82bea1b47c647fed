# SPDX-License-Identifier: Apache-2.0
# Makes x86-64 assembly smaller, in three ways. Its file is named twice: first it is counted, then written.
#
# Functions of other files that are called from few places are called by their address in the GOT, which
# takes a byte more than by a stub of 16 bytes in the PLT. Without lazy binding that is all a stub does.
#
# Swift checks each addition, index and conversion, and jumps to one trap at the end of the function where
# a check fails. In a function of more than 127 bytes that jump takes 6 bytes. With copies of the trap (2
# bytes each) within reach it takes 2. Each copy stands where no instruction falls through to it: behind a
# jump or a return, or behind a check, in a jump's shadow of its own.
#
# A constant of 64 bits takes 10 bytes. One that is a run of ones, or a single one, is made by two instructions
# of 7 or 8 where nobody reads the flags that they change.
#
# Sizes of instructions are estimated. A jump that is farther than that becomes a long one by the assembler.

function reset() { count = 0; inside = 0 }

# A guess at the bytes of an instruction, too many rather than too few.
function size(op, text,    bytes, offset, immediate) {
  if (index(text, "\n")) return 8
  if (op == "retq" || op == "nop" || op == "rep" || op == "lock") return 1
  if (op == "pushq" || op == "popq" || op == "ud2") return 2
  if (op == "callq") return 5
  if (op ~ /^j/) return 4
  if (op ~ /^movabs/) return 10
  bytes = op ~ /^(mova|movu|movd|p)/ ? 4 : 3
  if (text ~ /%rip/) bytes += 4
  else if (match(text, /-?[0-9]+\(/)) {
    offset = substr(text, RSTART, RLENGTH - 1) + 0
    bytes += offset >= -128 && offset < 128 ? 1 : 4
  }
  if (text ~ /\(%rsp/) bytes++
  if (match(text, /\$-?[0-9]+/)) {
    immediate = substr(text, RSTART + 1, RLENGTH - 1) + 0
    bytes += op ~ /b$/ || (immediate >= -128 && immediate < 128 && op !~ /^mov/) ? 1 : 4
  } else if (index(text, "$")) bytes += 4
  return bytes
}

# The copy or trap that is within reach of a position; empty without any.
function reachable(from,    i, distance) {
  for (i = 0; i < traps; i++) {
    distance = trap_at[i] - from
    if (distance > -reach && distance < reach) return trap_name[i]
  }
  return ""
}

function add_trap(name, at) { trap_name[traps] = name; trap_at[traps++] = at }

# Where a copy may stand that a check reaches: behind the last barrier within reach, else behind the last
# check within reach if there are two that need one.
function make_copy(check,    i, last, name) {
  last = -1
  for (i = 0; i < barriers && barrier_at[i] < check_at[check] + reach; i++)
    if (barrier_at[i] > check_at[check] - reach) last = i
  name = ".Ltrap" copies
  if (last >= 0) {
    behind[barrier_line[last]] = behind[barrier_line[last]] name ":\n\tud2\n"
    add_trap(name, barrier_at[last])
  } else {
    if (check + 1 >= checks || check_at[check + 1] >= check_at[check] + 2 * reach) return ""
    for (i = check; i + 1 < checks && check_at[i + 1] < check_at[check] + reach; i++);
    behind[check_line[i]] = behind[check_line[i]] "\tjmp\t" name "_end\n" name ":\n\tud2\n" name "_end:\n"
    add_trap(name, check_at[i] + 8)
  }
  copies++
  return name
}

# Whether nobody reads the flags after a line: before a label or a jump, an instruction changes all of them, or
# calls a function, which takes nothing in them.
function flags_are_free(i,    op) {
  while (++i < count && line[i] ~ /^(\t|\.Ltmp)/) {
    if (line[i] !~ /^\t[a-z]/) continue
    split(line[i], op, /[ \t]+/)
    if (op[2] ~ /^((add|sub|cmp|test|and|or|xor)[bwlq]|retq|ud2|callq)$/) return 1
    if (op[2] !~ /^(mov|lea[lq]$|pushq$|popq$)/) return 0
  }
  return 0
}

# Writes a constant by shorter instructions where that is possible.
function shorten(i,    words, low) {
  split(line[i], words, /[ \t,]+/)
  if (!(words[3] in shorter) || !flags_are_free(i)) return
  low = words[4]
  if (low ~ /^%r[0-9]/) low = low "d"; else sub(/^%r/, "%e", low)
  line[i] = shorter[words[3]]
  gsub(/LOW/, low, line[i])
  gsub(/ALL/, words[4], line[i])
}

# Writes a function.
function finish(    i, j, position, op, words, names, labels, target, text) {
  split("", is_trap); split("", behind); split("", goal)
  traps = barriers = checks = labels = position = 0
  for (i = 0; i < count; i++) if (line[i] ~ /^\tmovabsq\t\$/) shorten(i)
  for (i = 0; i < count; i++)
    if (line[i] ~ /^\.LBB[0-9_]+:/) names[labels++] = substr(line[i], 1, index(line[i], ":") - 1)
    else if (line[i] ~ /^\t[a-z]/) {
      if (line[i] ~ /^\tud2/) for (j = 0; j < labels; j++) is_trap[names[j]] = 1
      labels = 0
    }
  for (i = 0; i < count; i++) {
    if (line[i] ~ /^\.LBB[0-9_]+:/) {
      words[1] = substr(line[i], 1, index(line[i], ":") - 1)
      if (words[1] in is_trap) add_trap(words[1], position)
    }
    if (line[i] !~ /^\t[a-z]/) continue
    text = line[i]
    sub(/[ \t]+#.*/, "", text)
    split(text, words, /[ \t]+/)
    op = words[2]
    if (op ~ /^j/ && op != "jmp" && words[3] in is_trap) {
      check_line[checks] = i
      check_at[checks++] = position
    }
    position += size(op, text)
    if (op == "jmp" || op == "retq" || op == "ud2") {
      barrier_line[barriers] = i
      barrier_at[barriers++] = position
    }
  }
  for (i = 0; i < checks; i++) {
    target = reachable(check_at[i])
    if (target == "") target = make_copy(i)
    if (target != "") sub(/\.LBB[0-9_]+/, target, line[check_line[i]])
  }
  for (i = 0; i < count; i++) {
    print line[i]
    if (i in behind) printf "%s", behind[i]
  }
  reset()
}

BEGIN {
  # A power of 2, its negative, and what is 1 less, whose last digit is, too.
  for (i = 31; i < 64; i++) {
    power = sprintf("%.0f", 2 ^ i)
    less = substr(power, 1, length(power) - 1) (substr(power, length(power)) - 1)
    shorter["$-" power] = "\torq\t$-1, ALL\n\tshlq\t$" i ", ALL"
    if (i < 63) shorter["$" power] = "\txorl\tLOW, LOW\n\tbtsq\t$" i ", ALL"
    if (i > 32) shorter["$" less] = "\torq\t$-1, ALL\n\tshrq\t$" 64 - i ", ALL"
  }
  reach = 120; few = 8; copies = 0
  reset()
}

NR == FNR { if ($2 ~ /@PLT$/) calls[$2]++; next }
$2 ~ /@PLT$/ && calls[$2] <= few && $1 ~ /^(callq|jmp)$/ {
  sub(/[^ \t]+@PLT/, "*" substr($2, 1, length($2) - 4) "@GOTPCREL(%rip)")
}
/^\.Lfunc_begin/ { inside = 1 }
inside { line[count++] = $0 }
!inside { print }
/^\.Lfunc_end/ && inside { finish() }
END { for (i = 0; i < count; i++) print line[i] }
