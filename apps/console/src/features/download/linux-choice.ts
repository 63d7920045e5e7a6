import { type ClientVersions, DEFAULT_LINUX_PLATFORM, linuxKinds } from '@weft/contract'

type Linux = ClientVersions['linux']
export type LinuxKind = (typeof linuxKinds)[number]

/** Returns the chosen Linux package: the requested one if it exists, else the graphical one for CentOS, else the first. */
export function linuxChoice(linux: Linux, wished: { kind: string | null; platform: string | null }) {
  const kinds = linuxKinds.filter((kind) => linux[kind].length > 0)
  const kind: LinuxKind = kinds.find((one) => one === wished.kind) ?? kinds[0] ?? 'graph'
  const packages = linux[kind]
  const of = (platform: string | null) => packages.find((one) => one.platform === platform)
  return { kinds, kind, packages, chosen: of(wished.platform) ?? of(DEFAULT_LINUX_PLATFORM) ?? packages[0] }
}
