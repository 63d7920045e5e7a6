import { contract } from '@weft/contract'
import { makeExport } from '@weft/ui/parts/exporting.ts'

/** 「导出」 of the alert records, which continues while the user does something else. */
export const incidentExport = makeExport(contract.monitor.incident_export)
