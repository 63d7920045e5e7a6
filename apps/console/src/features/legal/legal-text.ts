import type { Site } from '@weft/ui/site/use-site.ts'

/** A paragraph, an enumeration below the paragraph before it, or a table. */
export type Block = string | { list: string[] } | { table: { head: string[]; rows: string[][] } }

export interface Section {
  /** The id of the heading on the page; links use it, so it must not change. */
  id: string
  title: string
  blocks: Block[]
  /** Placed after the numbered sections, under its own name. */
  appendix?: true
}

/** A published text. The Chinese text governs: it has no translation. */
export interface LegalText {
  /** The paragraphs before the first section. */
  preamble: string[]
  sections: Section[]
}

/** The party that publishes the text, from the installation's settings. */
export interface Party {
  company: string
  product: string
  /** '' if none is published. */
  phone: string
}

/** Returns the party of a text; a name that is unknown or not configured becomes “the provider” or “the console”. */
export const partyOf = ({ company, product, phone }: Pick<Site, keyof Party>): Party => ({
  company: company || '服务提供者',
  product: product || '控制台',
  phone,
})

const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九']

/** Returns the Chinese numeral of 1 to 99. */
export function numeral(n: number): string {
  const tens = Math.floor(n / 10)
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : digits[tens]}十`
  return `${ten}${digits[n % 10]}`
}

/** Returns the heading as shown: sections are numbered, an appendix only has its name. */
export const headingOf = ({ title, appendix }: Section, at: number): string => (appendix ? title : `${numeral(at + 1)}、${title}`)
