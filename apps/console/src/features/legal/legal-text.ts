import type { Site } from '@weft/ui/site/use-site.ts'

/** A paragraph, an enumeration below the paragraph before it, or a table. */
export type Block = string | { list: string[] } | { table: { head: string[]; rows: string[][] } }

export interface Section {
  /** Of the heading on the page; links lead there, so it stays what it is. */
  id: string
  title: string
  blocks: Block[]
  /** Stands behind the numbered sections, under its own name. */
  appendix?: true
}

/** A published text. The Chinese one governs: there is no translation of it. */
export interface LegalText {
  /** What is said before the first section. */
  preamble: string[]
  sections: Section[]
}

/** Who speaks in the text: settings of the installation. */
export interface Party {
  company: string
  product: string
  /** '' where none is published. */
  phone: string
}

/** Until the installation's names are known, and where it has none, the text speaks of the provider and the console. */
export const partyOf = ({ company, product, phone }: Pick<Site, keyof Party>): Party => ({
  company: company || '服务提供者',
  product: product || '控制台',
  phone,
})

const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九']

/** The Chinese numeral of 1 to 99. */
export function numeral(n: number): string {
  const tens = Math.floor(n / 10)
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : digits[tens]}十`
  return `${ten}${digits[n % 10]}`
}

/** The heading as it is shown: sections are counted, an appendix is named. */
export const headingOf = ({ title, appendix }: Section, at: number): string => (appendix ? title : `${numeral(at + 1)}、${title}`)
