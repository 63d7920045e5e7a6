import { ArrowLeftOutlined, CheckCircleFilled } from '@ant-design/icons'
import { PageHeader, useNarrow, useText } from '@weft/ui'
import { TypedForms } from '@weft/ui/form/TypedForms.tsx'
import { Steps } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Step } from './account.wizard.ts'
import './wizard.css'
import * as text from './wizard.text.ts'

interface FrameProps {
  title: string
  /** The name of the second step. */
  change: string
  step: Step
  /** The reason why nothing can be done yet. */
  blocked?: ReactNode
  onTyped: () => void
  children: ReactNode
}

/** Shows a card with three steps at the left edge of the page, and moves the focus into each new step. */
export function WizardFrame({ title, change, step, blocked, onTyped, children }: FrameProps) {
  const t = useText(text)
  const narrow = useNarrow()
  const body = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    body.current?.focus()
  }, [step])
  return (
    <>
      <div className="wizard-head">
        <Link to="/account" className="frame-header-item" aria-label={t.home} title={t.home}>
          <ArrowLeftOutlined aria-hidden />
        </Link>
        <PageHeader title={title} />
      </div>
      <section className="wizard-card">
        {blocked}
        <Steps
          size="small"
          responsive={false}
          titlePlacement={narrow ? 'vertical' : 'horizontal'}
          // The last step is done as soon as it is reached.
          current={blocked ? -1 : step === 2 ? 3 : step}
          items={[t.identity, change, t.done].map((title) => ({ title, disabled: Boolean(blocked) }))}
        />
        <div ref={body} tabIndex={-1} className="wizard-body" role="group" aria-label={[t.identity, change, t.done][step]}>
          <TypedForms onTyped={onTyped}>{children}</TypedForms>
        </div>
      </section>
    </>
  )
}

/** Shows the last step: the success, and what comes next. */
export function WizardDone({ title, hint, action }: { title: string; hint: string; action?: ReactNode }) {
  return (
    <div className="wizard-done" role="status">
      <CheckCircleFilled aria-hidden className="wizard-done-icon" />
      <h2>{title}</h2>
      <p>{hint}</p>
      {action}
    </div>
  )
}
