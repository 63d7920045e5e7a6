import './initial.css'
import { useOperator } from './use-operator.ts'

/** Shows who handles something, by the last character of the name; a dashed ring without anybody. @param nobody what nobody is called */
export function Initial({ name, nobody }: { name: string | null; nobody: string }) {
  const { username } = useOperator()
  const kind = name === null ? ' initial-nobody' : name === username ? ' initial-own' : ''
  return (
    <span className={`initial${kind}`} role="img" aria-label={name ?? nobody} title={name ?? nobody}>
      {name === null ? '' : [...name].at(-1)}
    </span>
  )
}
