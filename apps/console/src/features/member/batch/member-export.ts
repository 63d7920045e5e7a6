import { contract } from '@weft/contract'
import { makeExport } from '@weft/ui/parts/exporting.ts'
import { progress } from '../../../shared/session/progress.ts'

const hear: Parameters<typeof makeExport>[1] = (id, listener) => progress.hear(id, listener)

/** 「导出成员」: `start` takes the filter of the list; one export runs at a time, and continues while the user does something else. */
export const memberExport = makeExport(contract.memberFiles.export, hear)
/** The same of selected members. */
export const selectedExport = makeExport(contract.memberFiles.export_selected, hear)
