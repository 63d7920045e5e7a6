import { textNow, useText } from '@weft/ui'
import { Command } from 'cmdk'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import { groups } from '../groups.ts'
import { menuFor } from '../menu.ts'
import { pageAt } from '../pages.ts'
import * as text from './palette.text.ts'
import { recentOf, remember, type Target } from './recent.ts'
import { useFound } from './use-found.ts'
import './palette.css'

/** Opens a page, a network or a member by a few letters of its name. */
export function Palette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useText(text)
  const navigate = useNavigate()
  const account = useAccount()
  const owner = `${account.account_number}.${account.username}`
  const [typed, setTyped] = useState('')
  const found = useFound(open ? typed : '')
  const wanted = typed.trim().toLowerCase()
  const pages: Target[] = menuFor(account)
    .flatMap(({ name, pages }) => pages.map((page) => ({ to: page.path, label: textNow(page.title), hint: textNow(groups[name]) })))
    .filter(({ to, label, hint }) => `${label} ${hint} ${to}`.toLowerCase().includes(wanted))
  const change = (next: boolean) => {
    onOpenChange(next)
    setTyped('')
  }
  const go = (target: Target) => {
    remember(owner, target)
    change(false)
    if (pageAt(target.to)?.newTab) window.open(target.to, '_blank', 'noreferrer')
    else void navigate(target.to)
  }
  return (
    <Command.Dialog
      open={open}
      onOpenChange={change}
      label={t.title}
      shouldFilter={false}
      loop
      overlayClassName="palette-overlay"
      contentClassName="palette"
    >
      <Command.Input value={typed} onValueChange={setTyped} placeholder={t.hint} aria-label={t.hint} />
      <Command.List label={t.title}>
        {!found.searching && <Command.Empty>{t.empty}</Command.Empty>}
        {found.searching && <Command.Loading>{t.searching}</Command.Loading>}
        {wanted === '' && <Targets heading={t.recent} targets={recentOf(owner)} onGo={go} />}
        <Targets heading={t.pages} targets={pages} onGo={go} />
        {wanted !== '' && <Targets heading={t.networks} targets={found.networks} onGo={go} />}
        {wanted !== '' && <Targets heading={t.members} targets={found.members} onGo={go} />}
      </Command.List>
      <div className="palette-keys" aria-hidden="true">
        {t.keys}
      </div>
    </Command.Dialog>
  )
}

function Targets({ heading, targets, onGo }: { heading: string; targets: Target[]; onGo: (target: Target) => void }) {
  if (targets.length === 0) return null
  return (
    <Command.Group heading={heading}>
      {targets.map((target) => (
        <Command.Item key={target.to} value={`${heading} ${target.to}`} onSelect={() => onGo(target)}>
          <span>{target.label}</span>
          {target.hint && <span className="palette-hint">{target.hint}</span>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
