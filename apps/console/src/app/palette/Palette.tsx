import { useText } from '@weft/ui'
import { Lines } from '@weft/ui/palette/item.tsx'
import * as shellText from '@weft/ui/palette/palette.text.ts'
import { PaletteDialog } from '@weft/ui/palette/PaletteDialog.tsx'
import { remember, type Target } from '@weft/ui/palette/recent.ts'
import { usePalette } from '@weft/ui/palette/use-palette.ts'
import { type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import { memberPath } from '../../shared/member/member-paths.ts'
import { networkPath } from '../../shared/network/network-paths.ts'
import { nameOf } from '../../shared/member/MemberName.tsx'
import { pageAt } from '../pages.ts'
import type { Choices, Step } from './actions.tsx'
import { Idle } from './Idle.tsx'
import * as text from './palette.text.ts'
import { Results } from './Results.tsx'
import { StepBody } from './steps/StepBody.tsx'
import { firstWordOf } from './verbs.ts'

/** Finds what the account has by a few letters, and does things to it: an action that changes something shows its effect first. */
export function Palette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useText(text)
  const shell = useText(shellText)
  const navigate = useNavigate()
  const account = useAccount()
  const owner = `${account.account_number}.${account.username}`
  const [step, setStep] = useState<Step>()
  const palette = usePalette()
  const typed = palette.typed.trim()
  const enter = (next: Step | undefined) => {
    setStep(next)
    palette.type('')
  }
  const change = (next: boolean) => {
    onOpenChange(next)
    enter(undefined)
  }
  const visit = (to: string) => {
    change(false)
    if (pageAt(to)?.newTab) window.open(to, '_blank', 'noreferrer')
    else void navigate(to)
  }
  const go = (target: Target) => {
    remember(owner, target)
    visit(target.to)
  }
  const choices: Choices = {
    account,
    onMember: (verb, member, network) => (verb === 'why' ? visit(memberPath.detail(member.router_name)) : enter({ verb, member, network })),
    onNetwork: (verb, network) => (verb === 'restore' ? enter({ verb, network }) : visit(networkPath.addBranches(network.network_number))),
    onVerb: (verb) => {
      if (verb === 'software') visit('/router/lists?type=2&add=1')
      else if (verb === 'theme' || verb === 'export') enter({ verb })
      else palette.setTyped(`${firstWordOf(verb)} `)
    },
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    palette.press(event, step === undefined)
    if (event.key === 'Backspace' && palette.typed === '' && step !== undefined) {
      event.preventDefault()
      enter(undefined)
    }
  }
  const object = step && ('member' in step ? nameOf(step.member) : 'network' in step ? step.network.network_name : undefined)
  const token = step && (object === undefined ? t.verbs[step.verb].alone : t.verbs[step.verb].of(object)).replace(/…$/, '')
  const hints: Partial<Record<Step['verb'], string>> = { prefix: t.step.prefixHint, rename: t.step.nameHint, restore: t.step.versionHint }
  const hint = step === undefined ? t.hint : (hints[step.verb] ?? '')
  return (
    <PaletteDialog
      palette={palette}
      open={open}
      onOpenChange={change}
      label={t.title}
      hint={hint}
      token={token}
      onBack={() => enter(undefined)}
      onKeyDown={press}
      keys={[
        ['Enter', step ? t.run : shell.open],
        ['Tab', shell.complete],
        ['⌫', shell.back],
      ]}
      note={t.careful}
    >
      {step !== undefined ? (
        <StepBody
          step={step}
          typed={typed}
          onDone={() => change(false)}
          onVisit={visit}
          onType={palette.type}
          onFirst={palette.setSelected}
        />
      ) : (
        <Lines label={t.title}>
          {typed === '' ? (
            <Idle choices={choices} owner={owner} onGo={go} onVisit={visit} onFirst={palette.setSelected} />
          ) : (
            <Results typed={typed} choices={choices} onGo={go} onFirst={palette.markFirst} />
          )}
        </Lines>
      )}
    </PaletteDialog>
  )
}
