import type uPlot from 'uplot'

/** Keeps a plot as wide as the box that it is drawn in. @param height of the plot, in px @returns a function that ends it and removes the plot */
export function followWidth(plot: uPlot, box: HTMLElement, height: number): () => void {
  const resized = new ResizeObserver(() => {
    if (box.clientWidth > 0 && box.clientWidth !== plot.width) plot.setSize({ width: box.clientWidth, height })
  })
  resized.observe(box)
  return () => {
    resized.disconnect()
    plot.destroy()
  }
}
