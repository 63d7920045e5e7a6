import { BgColorsOutlined, DownloadOutlined } from '@ant-design/icons'
import { themeChoice, themeChoices, useText } from '@weft/ui'
import * as text from '../palette.text.ts'
import { MuteStep } from './MuteStep.tsx'
import { NowStep } from './NowStep.tsx'
import { PrefixStep } from './PrefixStep.tsx'
import { RenameStep } from './RenameStep.tsx'
import { RestoreStep } from './RestoreStep.tsx'
import { StepChoices } from './StepChoices.tsx'
import type { StepProps } from './step-props.ts'

/** Shows the second step of an action: its effect first, then the lines that do it. */
export function StepBody({ step, ...props }: StepProps) {
  switch (step.verb) {
    case 'prefix':
      return <PrefixStep step={step} {...props} />
    case 'rename':
      return <RenameStep step={step} {...props} />
    case 'mute':
      return <MuteStep step={step} {...props} />
    case 'restore':
      return <RestoreStep step={step} {...props} />
    case 'theme':
      return <ThemeStep {...props} />
    case 'export':
      return <ExportStep {...props} />
    default:
      return <NowStep step={step} {...props} />
  }
}

function ThemeStep({ onDone, onFirst }: Pick<StepProps, 'onDone' | 'onFirst'>) {
  const t = useText(text)
  const items = themeChoices.map((key) => ({
    key,
    icon: <BgColorsOutlined />,
    label: t.themes[key],
    onChoose: () => {
      themeChoice.set(key)
      onDone()
    },
  }))
  return <StepChoices heading={t.verbs.theme.alone} items={items} onFirst={onFirst} />
}

/** The pages that export, which know the filters of an export. */
const exporting = { members: '/router/lists', logs: '/logs/connect' } as const

function ExportStep({ onVisit, onFirst }: Pick<StepProps, 'onVisit' | 'onFirst'>) {
  const t = useText(text)
  const items = (['members', 'logs'] as const).map((key) => ({
    key,
    icon: <DownloadOutlined />,
    label: t.exports[key],
    onChoose: () => onVisit(exporting[key]),
  }))
  return <StepChoices heading={t.verbs.export.alone} items={items} onFirst={onFirst} />
}
