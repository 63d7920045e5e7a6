import { StateText } from '@weft/ui'
import { Button } from 'antd'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'

interface Props {
  icon: ReactNode
  title: string
  /** Whether it is set, with the word for that. */
  state?: { set: boolean; word: string }
  /** What is set; what follows from it if nothing is. */
  value: ReactNode
  hint: string
  /** The card is the one that matters most now. */
  urgent?: boolean
  /** The verb, and either the address to which it leads or the function that it calls. */
  action?: { label: string; to?: string; onAct?: () => void }
}

/** Shows one setting of the account: its title, its state, and the way to change it, which the whole card takes. */
export function AccountCard({ icon, title, state, value, hint, urgent = false, action }: Props) {
  const id = useId()
  const named = action && `${title}：${action.label}`
  return (
    <li className={urgent ? 'account-card account-card-urgent' : 'account-card'} aria-labelledby={id}>
      <div className="account-card-title">
        <span aria-hidden="true">{icon}</span>
        <h2 id={id}>{title}</h2>
        {state && <StateText state={state.set ? 'up' : 'idle'}>{state.word}</StateText>}
      </div>
      <p className={state?.set === false ? 'account-card-value account-card-unset' : 'account-card-value'}>{value}</p>
      <p className="account-card-hint">{hint}</p>
      {action &&
        (action.to ? (
          <Link to={action.to} className="account-card-link" aria-label={named}>
            {action.label}
          </Link>
        ) : (
          <Button type="link" className="account-card-link" aria-label={named} onClick={action.onAct}>
            {action.label}
          </Button>
        ))}
    </li>
  )
}
