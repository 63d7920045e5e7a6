import { contract } from '@weft/contract'
import { makeExport } from '@weft/ui/parts/exporting.ts'
import { progress } from '../../../shared/session/progress.ts'

/** 「导出成员」: `start({})` begins it, once at a time; it goes on while the user does something else. */
export const memberExport = makeExport(contract.memberFiles.export, (id, listener) => progress.hear(id, listener))
