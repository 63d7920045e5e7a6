import { useText } from '@weft/ui'
import { Command } from 'cmdk'
import { actionItems, type Choices } from './actions.tsx'
import { Groups } from './item.tsx'
import * as text from './palette.text.ts'
import type { Target } from './recent.ts'
import { foundItems, pagesFor, targetItems } from './targets.tsx'
import { useFound } from './use-found.ts'
import { meantBy } from './verbs.ts'

interface Props {
  typed: string
  choices: Choices
  onGo: (target: Target) => void
  onFirst: (value: string) => void
}

/** Shows what a typed text finds: what can be done to what it names, then members, networks, addresses, tickets and pages. */
export function Results({ typed, choices, onGo, onFirst }: Props) {
  const t = useText(text)
  const meant = meantBy(typed)
  const object = meant[0]?.object ?? ''
  const whole = useFound(typed)
  const ofObject = useFound(object)
  const searching = whole.searching || ofObject.searching
  const marked = [...new Set([typed, ...typed.split(/\s+/), object])].filter((word) => word !== '')
  const found = isEmpty(whole.found) ? ofObject.found : whole.found
  const groups = [
    { heading: t.actions, items: actionItems(meant, ofObject.found, choices) },
    ...(found ? foundItems(found, whole.documents, onGo) : []),
    { heading: t.pages, items: targetItems(pagesFor(choices.account, typed), onGo) },
  ]
  return (
    <>
      {searching ? (
        <Command.Loading>{t.searching}</Command.Loading>
      ) : (
        <Command.Empty>
          <strong>{t.empty(typed)}</strong>
          <br />
          {t.tryThese}
        </Command.Empty>
      )}
      <Groups groups={groups} marked={marked} onFirst={onFirst} />
    </>
  )
}

const isEmpty = (found: object | undefined): boolean => found === undefined || Object.values(found).every((rows) => rows.length === 0)
