import { textNow, toast } from '@weft/ui'
import type { LiveNetwork } from '../detail/network-state.ts'
import type { PictureFormat } from './export-topology.ts'
import type { TopologyView } from './topology-model.ts'
import * as text from './topology.text.ts'

/** Saves the topology with the current view as a file; the code that draws it is loaded on demand. */
export function exportPicture(network: LiveNetwork, view: TopologyView, format: PictureFormat): void {
  const t = textNow(text)
  import('./export-topology.ts')
    .then(({ exportTopology }) => exportTopology(network, view, format))
    .then(
      () => toast.success(t.exported),
      () => toast.error(t.exportFailed),
    )
}
