/** A canvas cannot use custom properties: the colours of `theme.css` again, and those of the two lines. */
const light = {
  down: '#0b57d0',
  downFill: 'rgba(11, 87, 208, 0.10)',
  upload: '#b45309',
  background: '#ffffff',
  text: '#1b2431',
  faint: '#5f6b7c',
  grid: '#e4e8ee',
  alarm: '#c62828',
  warning: '#9a5b00',
}
export type ChartColours = typeof light
const dark: ChartColours = {
  down: '#82b1ff',
  downFill: 'rgba(130, 177, 255, 0.14)',
  upload: '#f0a860',
  background: '#151b23',
  text: '#e6eaf0',
  faint: '#95a0b1',
  grid: '#28313d',
  alarm: '#ff7b72',
  warning: '#e0a33a',
}

/** The colours of a chart in each theme. */
export const chartColours = { light, dark }
