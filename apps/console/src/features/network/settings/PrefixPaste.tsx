import { listed, useText } from '@weft/ui'
import { Button, Input } from 'antd'
import { pastedLines, type RuleSurroundings, type TypedRule } from './prefix-rows.ts'
import * as text from './prefix.text.ts'

interface Props {
  pasted: string
  onPasted: (pasted: string) => void
  rules: readonly TypedRule[]
  around: RuleSurroundings
  /** Number of rules that may still be added. */
  room: number
  onAdd: (rules: TypedRule[]) => void
  onClose: () => void
}

/** Adds many pasted rules at once after a preview; wrong lines stay to be corrected. */
export function PrefixPaste({ pasted, onPasted, rules, around, room, onAdd, onClose }: Props) {
  const t = useText(text)
  const columns = around.advanced ? [t.ip, t.mask, t.permission, t.ge, t.le] : [t.ip, t.mask]
  const lines = pastedLines(pasted, rules, around)
  const good = lines.flatMap(({ rule }) => rule ?? []).slice(0, room)
  const add = () => {
    const added = new Set(good)
    const left = lines.filter(({ rule }) => !rule || !added.has(rule))
    onAdd(good)
    onPasted(left.map((line) => line.text).join('\n'))
    if (left.length === 0) onClose()
  }
  return (
    <section className="setting-paste" aria-label={t.paste}>
      <Input.TextArea
        autoFocus
        className="weft-mono"
        aria-label={t.pasteLabel}
        placeholder={t.pasteLabel}
        rows={6}
        value={pasted}
        onChange={({ target }) => onPasted(target.value)}
      />
      <p className="setting-help">{t.pasteHint(listed(columns))}</p>
      {lines.length > 0 && (
        <section aria-label={t.preview}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.line}</th>
                <th scope="col">{t.text}</th>
                <th scope="col">{t.result}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.key}>
                  <td>{line.line}</td>
                  <td className="weft-mono">{line.text}</td>
                  <td className={line.problem ? 'setting-rule-problem' : ''}>{line.problem ?? line.rule?.corrected ?? t.pasteOk}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div className="setting-foot">
        <Button disabled={good.length === 0} onClick={add}>
          {t.addRows(good.length)}
        </Button>
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </section>
  )
}
