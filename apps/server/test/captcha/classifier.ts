import type { Random } from '../../src/adapters/captcha/random.ts'

export interface Sample {
  features: Float32Array
  label: number
}

/** Returns the label of the collected sample that is nearest to any of several views of the same thing. */
export function nearest(collected: readonly Sample[], looks: readonly Float32Array[]): number {
  let [best, label] = [Infinity, 0]
  for (const look of looks)
    for (const sample of collected) {
      let distance = 0
      for (let i = 0; i < look.length && distance < best; i++) distance += (look[i]! - sample.features[i]!) ** 2
      if (distance < best) [best, label] = [distance, sample.label]
    }
  return label
}

/** Returns how likely each label is. */
export type Classifier = (features: Float32Array) => Float32Array

/** Trains a network with one hidden layer by stochastic gradient descent with momentum, the rate falling to nothing. */
export function train(samples: readonly Sample[], labels: number, hidden: number, epochs: number, random: Random): Classifier {
  const inputs = samples[0]!.features.length
  const normalNumber = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const layer = (rows: number, columns: number) => ({
    rows,
    columns,
    weights: Float32Array.from({ length: rows * columns }, () => normalNumber() * Math.sqrt(2 / columns)),
    speed: new Float32Array(rows * columns),
    bias: new Float32Array(rows),
  })
  type Layer = ReturnType<typeof layer>
  const [first, second] = [layer(hidden, inputs), layer(labels, hidden)]
  const forward = ({ rows, columns, weights, bias }: Layer, values: Float32Array) => {
    const result = new Float32Array(rows)
    for (let row = 0; row < rows; row++) {
      let sum = bias[row]!
      for (let i = 0, at = row * columns; i < columns; i++, at++) sum += weights[at]! * values[i]!
      result[row] = sum
    }
    return result
  }
  const step = ({ rows, columns, weights, speed, bias }: Layer, values: Float32Array, errors: Float32Array, rate: number) => {
    for (let row = 0; row < rows; row++) {
      const error = errors[row]!
      if (error === 0) continue
      bias[row]! -= rate * error
      for (let i = 0, at = row * columns; i < columns; i++, at++) {
        speed[at] = speed[at]! * 0.9 - rate * (error * values[i]! + 1e-4 * weights[at]!)
        weights[at]! += speed[at]!
      }
    }
  }
  const layers = (features: Float32Array) => {
    const middle = forward(first, features).map((value) => Math.max(0, value))
    return { middle, likely: softmax(forward(second, middle)) }
  }
  const order = samples.map((_, i) => i)
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const other = Math.floor(random() * (i + 1))
      ;[order[i], order[other]] = [order[other]!, order[i]!]
    }
    const rate = 0.006 * (1 - epoch / epochs)
    for (const i of order) {
      const { features, label } = samples[i]!
      const { middle, likely } = layers(features)
      likely[label]! -= 1
      const back = new Float32Array(hidden)
      for (let row = 0; row < labels; row++)
        for (let unit = 0; unit < hidden; unit++) if (middle[unit]! > 0) back[unit]! += likely[row]! * second.weights[row * hidden + unit]!
      step(second, middle, likely, rate)
      step(first, features, back, rate)
    }
  }
  return (features) => layers(features).likely
}

function softmax(values: Float32Array): Float32Array {
  const most = Math.max(...values)
  const powers = values.map((value) => Math.exp(value - most))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
