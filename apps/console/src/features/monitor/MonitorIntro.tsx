import { CheckCircleOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { call, toast, useText } from '@weft/ui'
import { BlockedButton } from '../../shared/page/BlockedButton.tsx'
import { monitorChanged } from './monitor-changed.ts'
import * as text from './monitor.text.ts'
import { useMonitorRights } from './use-monitor-rights.ts'

/** Explains the use of monitoring, and offers to turn it on. */
export function MonitorIntro() {
  const t = useText(text)
  const queries = useQueryClient()
  const rights = useMonitorRights()
  const enable = useMutation({
    mutationFn: () => call(contract.monitor.enable, {}),
    onSuccess: () => {
      toast.success(t.enabled)
      return monitorChanged(queries)
    },
  })
  return (
    <section className="monitor-intro" aria-labelledby="monitor-intro">
      <h2 id="monitor-intro">{t.introTitle}</h2>
      <p>{t.introHint}</p>
      <ul>
        {t.introPoints.map((point) => (
          <li key={point}>
            <CheckCircleOutlined aria-hidden /> {point}
          </li>
        ))}
      </ul>
      <BlockedButton
        type="primary"
        size="large"
        reason={rights.create ? undefined : t.noRight}
        loading={enable.isPending}
        onPress={() => enable.mutate()}
      >
        {t.enable}
      </BlockedButton>
    </section>
  )
}
