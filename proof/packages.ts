import { agentPackage, serverPackage } from './packages/debian.ts'
import { imageRoot } from './packages/image.ts'
import { proxies } from './packages/proxies.ts'
import type { Proof } from './proof.ts'

/** Installs, runs and removes the Debian packages of server and agent under systemd, serves from the image, and serves through nginx and Caddy with TLS. */
export const packages: Proof = async (say) => [await serverPackage(say), await agentPackage(say), await imageRoot(say), await proxies(say)]
