/**
 * A spreadsheet program takes a cell for a formula by the first character that it shows; characters without width and spaces before
 * it change nothing, and neither does the full width in which Chinese and Japanese keyboards write.
 */
const LIKE_A_FORMULA = /^[\t\r]|^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u

/** A text that no spreadsheet program takes for a formula: with an apostrophe before it, where it begins like one. */
export const withoutFormula = (text: string): string => (LIKE_A_FORMULA.test(text) ? `'${text}` : text)
