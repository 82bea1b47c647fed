// SPDX-License-Identifier: Apache-2.0
"use strict";

// An image made smaller for a canvas, by a whole number: each pixel is the mean of a square of pixels. A browser that
// scales a large canvas reads four pixels of such a square, so that thin lines and small letters of a 4K display would
// break up; it scales the rest, by less than two.
class Preview {
  // Two sums share a number of 32 bits.
  static largestSide = 11;

  #context;
  #source = null;
  #side = 1;
  #image = null;

  constructor(canvas) {
    this.#context = canvas.getContext("2d");
  }

  // Shows an image so many times smaller.
  show(source, side) {
    const [width, height] = [Math.ceil(source.width / side), Math.ceil(source.height / side)];
    const { canvas } = this.#context;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    if (this.#image?.width !== width || this.#image.height !== height) this.#image = new ImageData(width, height);
    [this.#source, this.#side] = [source, side];
    this.update([{ x: 0, y: 0, width: source.width, height: source.height }]);
  }

  // Shows what has changed in some rectangles of the image.
  update(rectangles) {
    const side = this.#side;
    for (const { x, y, width, height } of rectangles) {
      const [left, top] = [Math.floor(x / side), Math.floor(y / side)];
      const [right, bottom] = [Math.ceil((x + width) / side), Math.ceil((y + height) / side)];
      for (let row = top; row < bottom; row++) this.#draw(row, left, right);
      this.#context.putImageData(this.#image, 0, 0, left, top, right - left, bottom - top);
    }
  }

  #draw(row, left, right) {
    const { width: stride, height: rows, data } = this.#source;
    const pixels = new Uint32Array(data.buffer);
    const target = new Uint32Array(this.#image.data.buffer);
    const side = this.#side;
    const top = row * side;
    const high = Math.min(side, rows - top);
    for (let column = left; column < right; column++) {
      const start = column * side;
      const wide = Math.min(side, stride - start);
      let redAndBlue = 0;
      let green = 0;
      for (let y = top; y < top + high; y++) {
        const end = y * stride + start + wide;
        for (let index = end - wide; index < end; index++) {
          const pixel = pixels[index];
          redAndBlue += pixel & 0xff00ff;
          green += pixel >>> 8 & 0xff;
        }
      }
      const half = wide * high >> 1;
      const red = ((redAndBlue & 0xffff) + half) / (wide * high) | 0;
      const blue = ((redAndBlue >>> 16) + half) / (wide * high) | 0;
      const middle = (green + half) / (wide * high) | 0;
      target[row * this.#image.width + column] = 0xff000000 | blue << 16 | middle << 8 | red;
    }
  }
}
