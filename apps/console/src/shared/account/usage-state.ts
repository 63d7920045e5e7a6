/** Returns the colour of a usage bar: a warning from 80 %, an error once nothing is left. */
export function usageState(used: number, count: number): { strokeColor?: string } {
  if (used >= count) return { strokeColor: 'var(--weft-offline)' }
  return used >= count * 0.8 ? { strokeColor: 'var(--weft-pending)' } : {}
}
