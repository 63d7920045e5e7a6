/** Returns whether a JSON text is nested deeper than so many levels, without parsing it. */
export function isNestedDeeperThan(text: string, levels: number): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i)
    if (quoted) {
      if (character === BACKSLASH) i++
      else if (character === QUOTE) quoted = false
    } else if (character === QUOTE) quoted = true
    else if (character === OPEN_LIST || character === OPEN_OBJECT) {
      depth++
      if (depth > levels) return true
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--
  }
  return false
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]
