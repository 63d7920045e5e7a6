import { RadarChartOutlined } from '@ant-design/icons'
import type { MemberInfo } from '@weft/contract'
import { TimeText, useText } from '@weft/ui'
import { Button } from 'antd'
import { useId } from 'react'
import * as text from './path.text.ts'
import type { Check } from './use-check.ts'

/** Has the member measured now, or says why it cannot be; and when it was measured, or its path read. */
export function CheckButton({ member, check, at }: { member: MemberInfo; check: Check | undefined; at: number }) {
  const t = useText(text)
  const why = useId()
  const { result, running, problem } = check ?? {}
  const away = member.online_status === 0
  const reason = away ? (member.router_type === 2 ? t.checkSignedOut : t.checkOffline) : undefined
  return (
    <span className="member-path-check">
      <span className="member-path-updated" role="status" id={why}>
        {running ? (
          t.checking
        ) : problem !== undefined ? (
          <span className="member-path-alarm">{problem || t.checkFailed}</span>
        ) : check && reason ? (
          reason
        ) : result ? (
          <>
            {t.checked} <TimeText at={result.time} relative />
          </>
        ) : (
          <>
            {t.updated} <TimeText at={at} relative />
          </>
        )}
      </span>
      {check && (
        <Button
          size="small"
          icon={<RadarChartOutlined aria-hidden />}
          loading={running === true}
          disabled={away}
          aria-describedby={away ? why : undefined}
          onClick={check.start}
        >
          {t.check}
        </Button>
      )}
    </span>
  )
}
