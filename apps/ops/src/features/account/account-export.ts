import { opsContract } from '@weft/contract'
import { makeExport } from '@weft/ui/parts/exporting.ts'

/** 「导出」 of the accounts, which continues while the operator does something else. */
export const accountExport = makeExport(opsContract.accounts.export)
