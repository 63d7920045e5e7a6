import type { DeskMember } from '@weft/contract'
import { Link } from 'react-router'
import { devicePath } from '../device/device-path.ts'

/** Shows what a member is called, with its serial number or login after it; a device leads to the list of devices. */
export function MemberLink({ router_name, note, router_type }: Pick<DeskMember, 'router_name' | 'note' | 'router_type'>) {
  const shown = (
    <>
      {note && `${note} `}
      <span className="weft-mono">{router_name}</span>
    </>
  )
  return router_type === 1 ? <Link to={devicePath(router_name)}>{shown}</Link> : <span>{shown}</span>
}
