import { aDeletion, aList, aRow } from '../member-file-fixtures.ts'
import type { Given } from './samples.ts'

let added = 0
const none = () => ({})

/** Samples for members in spreadsheets. */
export const memberFileSamples = {
  'POST router/batch': async () => ({ file: await aList(aRow(`matrix${++added}`)) }),
  'POST router/batch_delete_file': async ({ free_software }: Given) => ({ file: await aDeletion(free_software) }),
  'GET router/software_template': none,
  'GET router/software_delete_template': none,
  'GET router/export': none,
  'POST router/export_selected': ({ point, free_software }: Given) => ({ router_name: [point, free_software] }),
}
