const UNITS = ['KB', 'MB', 'GB', 'TB']

/** Returns a size as text: 「512 B」, 「1.50 MB」, with 1024 to the next unit and two decimals. @param bytes a size */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  let size = bytes / 1024
  let unit = 0
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size.toFixed(2)} ${UNITS[unit]}`
}
