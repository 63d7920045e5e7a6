import { CloseCircleOutlined, SearchOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Command, useCommandState } from 'cmdk'
import { type KeyboardEvent, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import { memberPath } from '../../shared/member/member-paths.ts'
import { networkPath } from '../../shared/network/network-paths.ts'
import { nameOf } from '../../shared/member/MemberName.tsx'
import { pageAt } from '../pages.ts'
import type { Choices, Step } from './actions.tsx'
import { Idle } from './Idle.tsx'
import * as text from './palette.text.ts'
import { remember, type Target } from './recent.ts'
import { Results } from './Results.tsx'
import { StepBody } from './steps/StepBody.tsx'
import { firstWordOf } from './verbs.ts'
import './palette.css'

/** Finds what the account has by a few letters, and does things to it: an action that changes something shows its effect first. */
export function Palette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useText(text)
  const navigate = useNavigate()
  const account = useAccount()
  const owner = `${account.account_number}.${account.username}`
  const [typed, setTyped] = useState('')
  const [step, setStep] = useState<Step>()
  const [selected, setSelected] = useState('')

  const field = useRef<HTMLInputElement>(null)
  /** Whether Enter was pressed while the lines of the typed text were still being searched. */
  const awaited = useRef(false)

  /** Presses Enter in the field, which chooses the marked line. */
  const choose = () => field.current?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  /** Marks the first line of what was found, or suggested because nothing was. One that was found is chosen if Enter was pressed before. */
  const markFirst = (value: string, isFound: boolean) => {
    setSelected(value)
    if (awaited.current && isFound) setTimeout(choose)
    awaited.current = false
  }
  const enter = (next: Step | undefined) => {
    setStep(next)
    setTyped('')
    // A line that was pressed took the focus.
    field.current?.focus()
  }
  const type = (text: string) => {
    setTyped(text)
    field.current?.focus()
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
      else setTyped(`${firstWordOf(verb)} `)
    },
  }
  const [, update] = useReducer((count: number) => count + 1, 0)
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // cmdk adds the listener of a line in an effect, after it draws the line. An update runs the effects that are due, so Enter also chooses
    // a line that was drawn a moment ago.
    if (event.key === 'Enter') flushSync(update)
    awaited.current = event.key === 'Enter' && typed.trim() !== '' && marked() === null
    if (event.key === 'Backspace' && typed === '' && step !== undefined) {
      event.preventDefault()
      enter(undefined)
    }
    // Tab completes a line that asks for more. One that changes something is chosen by Enter alone.
    if (event.key === 'Tab' && !event.shiftKey && step === undefined) {
      event.preventDefault()
      choose()
    }
  }
  const object = step && ('member' in step ? nameOf(step.member) : 'network' in step ? step.network.network_name : undefined)
  const token = step && (object === undefined ? t.verbs[step.verb].alone : t.verbs[step.verb].of(object)).replace(/…$/, '')
  const hints: Partial<Record<Step['verb'], string>> = { prefix: t.step.prefixHint, rename: t.step.nameHint, restore: t.step.versionHint }
  const hint = step === undefined ? t.hint : (hints[step.verb] ?? '')
  return (
    <Command.Dialog
      open={open}
      onOpenChange={change}
      label={t.title}
      shouldFilter={false}
      loop
      value={selected}
      onValueChange={setSelected}
      overlayClassName="palette-overlay"
      contentClassName="palette"
    >
      <div className="palette-field">
        <SearchOutlined aria-hidden="true" />
        {token !== undefined && (
          <button type="button" className="palette-token" aria-label={`${token}: ${t.back}`} onClick={() => enter(undefined)}>
            {token} <CloseCircleOutlined aria-hidden="true" />
          </button>
        )}
        <Command.Input ref={field} value={typed} onValueChange={setTyped} onKeyDown={press} placeholder={hint} />
        <kbd aria-hidden="true">Esc</kbd>
      </div>
      {step !== undefined ? (
        <StepBody step={step} typed={typed.trim()} onDone={() => change(false)} onVisit={visit} onType={type} onFirst={setSelected} />
      ) : (
        <Command.List label={t.title}>
          {typed.trim() === '' ? (
            <Idle choices={choices} owner={owner} onGo={go} onVisit={visit} onFirst={setSelected} />
          ) : (
            <Results typed={typed.trim()} choices={choices} onGo={go} onFirst={markFirst} />
          )}
        </Command.List>
      )}
      {step === undefined && <Count typed={typed} />}
      <Keys choose={step ? t.run : t.open} />
    </Command.Dialog>
  )
}

/** Returns the line that Enter chooses; null in a moment in which there is none. */
const marked = () => document.querySelector('.palette [role=option][aria-selected=true]')

/** Tells a screen reader how many lines there are for what was typed. */
function Count({ typed }: { typed: string }) {
  const t = useText(text)
  const count = useCommandState(({ filtered }) => filtered.count)
  return (
    <p role="status" className="weft-hidden">
      {typed.trim() !== '' && t.count(count)}
    </p>
  )
}

/** Shows which keys do what, for those who see; the roles of the list say the same to screen readers. */
function Keys({ choose }: { choose: string }) {
  const t = useText(text)
  const keys = [
    ['↑↓', t.choose],
    ['Enter', choose],
    ['Tab', t.complete],
    ['⌫', t.back],
  ]
  return (
    <div className="palette-keys" aria-hidden="true">
      {keys.map(([key, does]) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
      <span className="palette-careful">{t.careful}</span>
    </div>
  )
}
