/**
 * Matches what a spreadsheet program takes for a formula. The first visible character decides: characters without width and spaces
 * before it do not count, and the full-width forms that Chinese and Japanese keyboards write are formulas too.
 */
const LIKE_A_FORMULA = /^[\t\r]|^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u

/** Returns a text that no spreadsheet program takes for a formula: with an apostrophe in front if it begins like one. */
export const withoutFormula = (text: string): string => (LIKE_A_FORMULA.test(text) ? `'${text}` : text)
