import { CopyOutlined, QrcodeOutlined, ReloadOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { contract, type ProfileLink } from '@weft/contract'
import { absoluteTime, asking, call, copyText, duration, useText } from '@weft/ui'
import { serverSecondsAt } from '@weft/ui/time/server-time.ts'
import { useClock } from '@weft/ui/time/use-clock.ts'
import { Button, QRCode } from 'antd'
import { useState } from 'react'
import { profileLinkAddress } from './profile-link.ts'
import * as text from './profile-link.text.ts'
import './profile-link.css'

interface Props {
  router_name: string
  network_number: string
  /** What the member is called. */
  name: string
}

/** Makes links that give the profile of a member once, and shows the last one as a QR code. Has a key for each profile. */
export function ProfileLinkBox({ router_name, network_number, name }: Props) {
  const t = useText(text)
  // A mutation forgets its last answer while the next one is on its way.
  const [link, setLink] = useState<ProfileLink>()
  const { isPending, mutate } = useMutation({
    mutationFn: () => call(contract.memberFiles.profile_link, { router_name, network_number }, { missing: 'stay' }),
    onSuccess: setLink,
  })
  const make = () => mutate()
  if (link) return <MadeLink key={link.link_id} link={link} router_name={router_name} name={name} renewing={isPending} onRenew={make} />
  return (
    <div className="profile-link">
      <p>{t.intro}</p>
      <Button icon={<QrcodeOutlined aria-hidden />} loading={isPending} onClick={make}>
        {t.make}
      </Button>
    </div>
  )
}

/** Milliseconds between two looks at whether the link was used. */
const LOOK_MS = 3000

interface MadeProps {
  link: ProfileLink
  router_name: string
  name: string
  renewing: boolean
  onRenew: () => void
}

function MadeLink({ link: { link_id, token, expire_time }, router_name, name, renewing, onRenew }: MadeProps) {
  const t = useText(text)
  const now = serverSecondsAt(useClock())
  const state = useQuery({
    ...asking(contract.memberFiles.profile_link_state, { router_name, link_id }, { quiet: true, missing: 'stay' }),
    refetchInterval: ({ state: { data } }) => (data?.use_time || (data?.expire_time ?? expire_time) <= now ? false : LOOK_MS),
  })
  const { use_time = null, use_system = '', expire_time: end = expire_time } = state.data ?? {}
  const left = Math.ceil(end - now)
  const over = use_time !== null || left <= 0
  const address = profileLinkAddress(token)
  return (
    <div className="profile-link">
      <div role="img" aria-label={t.qr(name)} className={over ? 'profile-link-code profile-link-over' : 'profile-link-code'}>
        <span aria-hidden="true">
          <QRCode value={address} size={176} marginSize={4} type="svg" bordered={false} color="#000000" bgColor="#ffffff" />
        </span>
      </div>
      <p>
        {name}
        {!over && ` · ${t.left(duration(left))}`}
        <strong role="status">
          {use_time !== null ? t.used(use_system, absoluteTime(use_time).slice(11, 16)) : left <= 0 ? t.over : ''}
        </strong>
      </p>
      <div className="profile-link-actions">
        <Button icon={<ReloadOutlined aria-hidden />} loading={renewing} onClick={onRenew}>
          {t.again}
        </Button>
        {!over && (
          <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(address)}>
            {t.copy}
          </Button>
        )}
      </div>
    </div>
  )
}
