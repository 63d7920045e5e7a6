import { contract } from '@weft/contract'
import { makeExport } from '@weft/ui/parts/exporting.ts'

/** 「导出」 of every log: one export runs at a time, and continues while the user does something else. */
export const logExport = makeExport(contract.logs.export)
