/** A picture in grey, row by row. */
export interface Grey {
  width: number
  height: number
  values: Float32Array
}
export interface Window {
  left: number
  top: number
  width: number
  height: number
}

export function greyOf(pixels: Buffer, width: number, height: number): Grey {
  const values = new Float32Array(width * height)
  for (let i = 0; i < values.length; i++) values[i] = (pixels[i * 3]! + pixels[i * 3 + 1]! + pixels[i * 3 + 2]!) / 3
  return { width, height, values }
}

/** Replaces each pixel by the mean of its neighbours within this many pixels. */
export function blurred({ width, height, values }: Grey, radius: number): Grey {
  const mean = new Float32Array(values.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let [sum, count] = [0, 0]
      for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
        for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
          sum += values[v * width + u]!
          count += 1
        }
      mean[y * width + x] = sum / count
    }
  return { width, height, values: mean }
}

/** Returns the part inside a window as columns times rows of means; what lies outside the picture counts as 0. */
export function scaled(grey: Grey, window: Window, columns: number, rows: number): Float32Array {
  const means = new Float32Array(columns * rows)
  const [stepX, stepY] = [window.width / columns, window.height / rows]
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x0, y0] = [Math.round(window.left + column * stepX), Math.round(window.top + row * stepY)]
      const [x1, y1] = [Math.max(x0 + 1, Math.round(x0 + stepX)), Math.max(y0 + 1, Math.round(y0 + stepY))]
      let [sum, count] = [0, 0]
      for (let y = y0; y < y1; y++)
        for (let x = x0; x < x1; x++) {
          if (x >= 0 && x < grey.width && y >= 0 && y < grey.height) sum += grey.values[y * grey.width + x]!
          count += 1
        }
      means[row * columns + column] = sum / count
    }
  return means
}

/** Returns the same direction with mean 0 and length 1, so that brightness and contrast do not count. */
export function normal(vector: Float32Array): Float32Array {
  const mean = vector.reduce((sum, value) => sum + value, 0) / vector.length
  const length = Math.sqrt(vector.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1
  return vector.map((value) => (value - mean) / length)
}

/** Returns the strength of the edges, whichever side is the darker one. */
export function edges({ width, height, values }: Grey): Grey {
  const strength = new Float32Array(values.length)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      strength[at] = Math.hypot(values[at + 1]! - values[at - 1]!, values[at + width]! - values[at - width]!)
    }
  return { width, height, values: strength }
}

/** Returns 1 for each pixel darker than the threshold that divides the picture's greys best (Otsu 1979). */
export function dark({ width, height, values }: Grey): Grey {
  const histogram = new Float64Array(256)
  for (const value of values) histogram[Math.max(0, Math.min(255, Math.round(value)))]! += 1
  const total = histogram.reduce((sum, count, grey) => sum + count * grey, 0)
  let [below, sum, best, threshold] = [0, 0, -1, 128]
  for (let grey = 0; grey < 256; grey++) {
    below += histogram[grey]!
    sum += histogram[grey]! * grey
    const above = values.length - below
    if (below === 0 || above === 0) continue
    const between = below * above * (sum / below - (total - sum) / above) ** 2
    if (between > best) [best, threshold] = [between, grey]
  }
  return { width, height, values: values.map((value) => (value <= threshold ? 1 : 0)) }
}

const CELL = 8
const DIRECTIONS = 9

/** Returns histograms of the directions of edges in cells of a window (HOG, Dalal and Triggs 2005): a dark edge counts like a light one. */
export function directions(grey: Grey, window: Window): Float32Array {
  const [columns, rows] = [Math.floor(window.width / CELL), Math.floor(window.height / CELL)]
  const histograms = new Float32Array(columns * rows * DIRECTIONS)
  const at = (x: number, y: number) =>
    grey.values[Math.max(0, Math.min(grey.height - 1, y)) * grey.width + Math.max(0, Math.min(grey.width - 1, x))]!
  for (let row = 0; row < rows * CELL; row++)
    for (let column = 0; column < columns * CELL; column++) {
      const [x, y] = [Math.round(window.left) + column, Math.round(window.top) + row]
      if (x < 0 || x >= grey.width || y < 0 || y >= grey.height) continue
      const [across, down] = [at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)]
      const direction = ((Math.atan2(down, across) + Math.PI) / Math.PI) * DIRECTIONS
      const [first, share] = [Math.floor(direction), direction % 1]
      const cell = (Math.floor(row / CELL) * columns + Math.floor(column / CELL)) * DIRECTIONS
      const strength = Math.hypot(across, down)
      histograms[cell + (first % DIRECTIONS)]! += strength * (1 - share)
      histograms[cell + ((first + 1) % DIRECTIONS)]! += strength * share
    }
  for (let cell = 0; cell < histograms.length; cell += DIRECTIONS) {
    const part = histograms.subarray(cell, cell + DIRECTIONS)
    const length = Math.sqrt(part.reduce((sum, value) => sum + value ** 2, 0)) + 60
    for (let i = 0; i < DIRECTIONS; i++) part[i]! /= length
  }
  return histograms
}
