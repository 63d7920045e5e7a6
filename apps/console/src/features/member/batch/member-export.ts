import { contract } from '@weft/contract'
import { makeExport } from '@weft/ui/parts/exporting.ts'
import { progress } from '../../../shared/session/progress.ts'

/** 「导出成员」: `start({})` starts it; one export runs at a time, and continues while the user does something else. */
export const memberExport = makeExport(contract.memberFiles.export, (id, listener) => progress.hear(id, listener))
