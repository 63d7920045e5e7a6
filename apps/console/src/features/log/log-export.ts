import { contract } from '@weft/contract'
import { makeExport } from '@weft/ui/parts/exporting.ts'

/** 「导出」 of every log: one at a time, and it goes on while the user does something else. */
export const logExport = makeExport(contract.logs.export)
