import { textNow, toast } from '@weft/ui'
import type { LiveNetwork } from '../detail/network-state.ts'
import type { PictureFormat } from './export-topology.ts'
import type { Topology } from './topology-model.ts'
import * as text from './topology.text.ts'

function told(saving: Promise<void>): void {
  const t = textNow(text)
  saving.then(
    () => toast.success(t.exported),
    () => toast.error(t.exportFailed),
  )
}

/** Saves what is drawn as a picture; what draws it is loaded only then. */
export const exportDrawn = (network: LiveNetwork, topology: Topology, format: PictureFormat): void =>
  told(import('./export-topology.ts').then(({ exportTopology }) => exportTopology(network, topology, format)))

/** Saves the network as it is drawn at first, from wherever one is. */
export const exportWhole = (network: LiveNetwork): void =>
  told(import('./export-topology.ts').then(({ exportNetwork }) => exportNetwork(network)))
