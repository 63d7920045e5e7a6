import { CheckOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, useText } from '@weft/ui'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { nameOf } from '../../shared/member/name-of.ts'
import { memberPath } from '../../shared/member/member-paths.ts'
import { networkPath } from '../../shared/network/network-paths.ts'
import { BlockedButton } from '../../shared/page/BlockedButton.tsx'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import type { FirstStep } from './first-run.ts'
import { StepPicture } from './StepPicture.tsx'
import { HeadlineFrame } from './Headline.tsx'
import { serviceTicket } from './problem-target.ts'
import * as text from './first-run.text.ts'

const HANDBOOK = '/handbook'
const NAMED = 2

/** Shows the three steps to the first network, in place of a page that has nothing to show yet. */
export function FirstRun({ step, network_number }: { step: FirstStep; network_number: string | undefined }) {
  const t = useText(text)
  const account = useAccount()
  const isOpen = usePageOpen()
  const found = useQuery(asking(contract.router.list, { type: '1', page: 1 }, { quiet: true }))
  const members = found.data
  const mayCreate = permits(account, 'network.create')
  const mayEdit = permits(account, 'network.edit')
  const names = members?.rows.slice(0, NAMED).map(nameOf) ?? []
  const hints = [members && (members.count > 0 ? t.hardware(members.count, names) : t.noHardwareYet), t.branches, t.green]
  const mayBegin = mayCreate || mayEdit || permits(account, 'member.create')
  const button = (at: number): ReactNode => {
    const { action } = t.steps[at]!
    if (at === 0 && found.isPending) return null
    // Without hardware there is nothing to create a network from: the button that can work is the one that asks for some.
    if (at === 0 && step === 0 && members?.count === 0)
      return (
        mayBegin &&
        isOpen('/ticket/create') && (
          <LinkButton type="primary" to={serviceTicket(t.hardwareTicket)}>
            {t.requestHardware}
          </LinkButton>
        )
      )
    if (at === 0)
      return (
        step === 0 &&
        mayCreate &&
        isOpen(networkPath.create) && (
          <LinkButton type="primary" to={networkPath.create}>
            {action}
          </LinkButton>
        )
      )
    if (at === 2)
      return (
        <LinkButton to={HANDBOOK} type={step === 2 ? 'primary' : 'default'}>
          {action}
        </LinkButton>
      )
    if (step === 0)
      return (
        mayEdit && (
          <BlockedButton reason={t.blocked} onPress={() => {}}>
            {action}
          </BlockedButton>
        )
      )
    return (
      step === 1 &&
      mayEdit &&
      network_number !== undefined && (
        <LinkButton type="primary" to={networkPath.addBranches(network_number)}>
          {action}
        </LinkButton>
      )
    )
  }
  return (
    <>
      <HeadlineFrame title={t.title} fact={mayBegin ? t.fact : t.mayNot} />
      <ol className="dashboard-steps">
        {t.steps.map(({ title, text: words }, at) => (
          <li
            key={title}
            className={`dashboard-card dashboard-step ${at < step ? 'dashboard-step-done' : at > step ? 'dashboard-step-later' : ''}`}
            aria-current={at === step ? 'step' : undefined}
          >
            <StepPicture step={at as FirstStep} />
            <h2>
              <span className="dashboard-step-number">{at < step ? <CheckOutlined aria-label={t.done} /> : at + 1}</span>
              {title}
            </h2>
            <p>{words}</p>
            <p className="dashboard-step-hint">{hints[at]}</p>
            {button(at)}
          </li>
        ))}
      </ol>
      {mayBegin && (
        <section className="dashboard-card dashboard-card-head dashboard-no-hardware" aria-label={t.noHardware}>
          <h2>{t.noHardware}</h2>
          {!found.isPending && members?.count !== 0 && isOpen('/ticket/create') && (
            <Link to={serviceTicket(t.hardwareTicket)}>{t.requestHardware}</Link>
          )}
          {permits(account, 'member.create') && isOpen(memberPath.list) && <Link to={`${memberPath.software}&add=1`}>{t.tryClient}</Link>}
        </section>
      )}
    </>
  )
}
