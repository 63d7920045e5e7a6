import { CopyText, Nothing } from '@weft/ui'

/** Shows the addresses of a member in all its tunnels, each to be copied. */
export function VpnAddresses({ of }: { of: readonly string[] | undefined }) {
  if (!of || of.length === 0) return <Nothing />
  return (
    <span className="vpn-addresses">
      {of.map((address) => (
        <CopyText key={address} value={address} />
      ))}
    </span>
  )
}
