import { DeleteOutlined } from '@ant-design/icons'
import { PAGE_SIZE } from '@weft/contract'
import { readPrefixes } from '@weft/network-rules'
import { toast, useText } from '@weft/ui'
import { Button, Input, Pagination, Popconfirm, Select } from 'antd'
import { type KeyboardEvent, memo, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { correctedRow, emptyRule, isEmptyRow, type RuleField, type RuleProblems, type TypedRule } from './prefix-rows.ts'
import * as text from './prefix.text.ts'

const none: RuleProblems = {}
const nothing: TypedRule[] = []

interface Props {
  value?: TypedRule[]
  onChange?: (rules: TypedRule[]) => void
  id?: string
  advanced: boolean
  most: number
  problems: ReadonlyMap<number, RuleProblems>
  /** Shows problems also of rows that the focus has not left yet. */
  strict: boolean
  /** The field to focus; each new object moves the focus again. */
  target: { key: number; field: RuleField } | undefined
  /** Takes lines or cells that were pasted into one cell. */
  onLines: (lines: string) => void
}

/** Edits rules row by row. Enter moves to the row below, and from the last row to a new one. */
export function PrefixTable({ value: rules = nothing, onChange, advanced, most, problems, strict, target, onLines, id }: Props) {
  const t = useText(text)
  const base = useId()
  const [page, setPage] = useState(1)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const latest = useRef({ rules, onChange, most, onLines })
  useEffect(() => {
    latest.current = { rules, onChange, most, onLines }
  })
  const last = Math.max(1, Math.ceil(rules.length / PAGE_SIZE))
  const shown = Math.min(page, last)

  const cell = useCallback((key: number, field: RuleField) => `${base}-${key}-${field}`, [base])
  const [wanted, setWanted] = useState<{ key: number; field: RuleField }>()
  const goTo = useCallback((place: { key: number; field: RuleField }) => {
    const index = latest.current.rules.findIndex(({ key }) => key === place.key)
    if (index >= 0) setPage(Math.floor(index / PAGE_SIZE) + 1)
    setWanted(place)
  }, [])
  useEffect(() => {
    if (target) goTo(target)
  }, [target, goTo])
  useEffect(() => {
    if (wanted) document.getElementById(cell(wanted.key, wanted.field))?.focus()
  }, [wanted, cell])

  const set = useCallback((next: TypedRule) => {
    const { rules: now, onChange: change } = latest.current
    change?.(now.map((rule) => (rule.key === next.key ? next : rule)))
  }, [])
  const remove = useCallback(
    (key: number) => {
      const { rules: now, onChange: change } = latest.current
      const index = now.findIndex((rule) => rule.key === key)
      const beside = now[index + 1] ?? now[index - 1]
      change?.(now.filter((rule) => rule.key !== key))
      if (beside) goTo({ key: beside.key, field: 'ip' })
    },
    [goTo],
  )
  const leave = useCallback((rule: TypedRule) => {
    setLeft((before) => (before.has(rule.key) ? before : new Set([...before, rule.key])))
    const right = correctedRow(rule)
    if (right === rule) return
    const { rules: now, onChange: change } = latest.current
    change?.(now.map((one) => (one.key === right.key ? right : one)))
    if (right.corrected !== rule.corrected) toast.warning(right.corrected)
  }, [])
  const move = useCallback(
    (key: number, field: RuleField, by: number) => {
      const { rules: now, onChange: change, most: limit } = latest.current
      const index = now.findIndex((rule) => rule.key === key) + by
      const next = now[index]
      if (next) return goTo({ key: next.key, field })
      if (index < 0 || now.length >= limit) return
      const fresh = emptyRule()
      latest.current = { ...latest.current, rules: [...now, fresh] }
      change?.([...now, fresh])
      goTo({ key: fresh.key, field: 'ip' })
    },
    [goTo],
  )
  const paste = useCallback((lines: string) => latest.current.onLines(lines), [])
  const actions = useMemo(() => ({ set, remove, leave, move, cell, paste }), [set, remove, leave, move, cell, paste])
  const first = (shown - 1) * PAGE_SIZE
  return (
    <div id={id}>
      <table className={advanced ? 'setting-rules-table setting-rules-advanced' : 'setting-rules-table'} aria-label={t.prefix}>
        <thead>
          <tr>
            <th scope="col">{t.row}</th>
            <th scope="col">{t.ip}</th>
            <th scope="col">{t.mask}</th>
            {advanced && (
              <>
                <th scope="col">{t.permission}</th>
                <th scope="col">{t.ge}</th>
                <th scope="col">{t.le}</th>
              </>
            )}
            <th scope="col">
              <span className="weft-hidden">{t.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.length === 0 && (
            <tr>
              <td colSpan={advanced ? 7 : 4} className="setting-help">
                {t.none}
              </td>
            </tr>
          )}
          {rules.slice(first, first + PAGE_SIZE).map((rule, i) => (
            <Row
              key={rule.key}
              rule={rule}
              n={first + i + 1}
              advanced={advanced}
              problems={strict || left.has(rule.key) ? (problems.get(rule.key) ?? none) : none}
              notice={problems.get(rule.key)?.notice}
              free={problems.get(rule.key)?.free}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
      <Pagination
        className="weft-paged"
        align="end"
        current={shown}
        pageSize={PAGE_SIZE}
        total={rules.length}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={setPage}
      />
    </div>
  )
}

interface Actions {
  set: (rule: TypedRule) => void
  remove: (key: number) => void
  leave: (rule: TypedRule) => void
  move: (key: number, field: RuleField, by: number) => void
  cell: (key: number, field: RuleField) => string
  paste: (lines: string) => void
}

interface RowProps {
  rule: TypedRule
  n: number
  advanced: boolean
  problems: RuleProblems
  /** What does not prevent saving, and is shown at once. */
  notice: string | undefined
  /** A free prefix to take instead. */
  free: string | undefined
  actions: Actions
}

const Row = memo(function Row({ rule, n, advanced, problems, notice, free, actions }: RowProps) {
  const t = useText(text)
  const { cell } = actions
  const type = (field: RuleField, typed: string) => {
    const { corrected: _, ...rest } = rule
    // A whole prefix pasted into the first cell fills both cells.
    const [prefix = '', ...more] = field === 'ip' ? readPrefixes(typed) : []
    const [, ip, mask] = more.length === 0 ? (/^([\d.]+)\/(\d{1,2})$/.exec(prefix) ?? []) : []
    actions.set(ip === undefined || mask === undefined ? { ...rest, [field]: typed } : { ...rest, ip, mask })
  }
  const keys = (field: RuleField) => (event: KeyboardEvent) => {
    if (field === 'ip' && event.key === '/') {
      // A typed slash moves to the mask.
      event.preventDefault()
      return actions.move(rule.key, 'mask', 0)
    }
    const by = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    actions.move(rule.key, field, by)
  }
  const input = (field: RuleField) => {
    const problem = problems[field]
    return (
      <td className={`setting-rule-${field}`} data-label={t[field]}>
        <Input
          id={cell(rule.key, field)}
          className="weft-mono"
          aria-label={t.cell(t[field], n)}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${cell(rule.key, field)}-problem` : undefined}
          {...(problem ? { status: 'error' as const } : {})}
          inputMode={field === 'ip' ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={rule[field]}
          onChange={({ target }) => type(field, target.value)}
          onBlur={() => actions.leave(rule)}
          onKeyDown={keys(field)}
          onPaste={(event) => {
            // A spreadsheet ends a single cell with the end of a line too.
            const lines = event.clipboardData.getData('text/plain').replace(/[\r\n]+$/, '')
            if (!/[\t\n]/.test(lines)) return
            event.preventDefault()
            actions.paste(lines)
          }}
        />
        {problem && (
          <div id={`${cell(rule.key, field)}-problem`} className="setting-rule-problem">
            {problem}
          </div>
        )}
        {field === 'ip' && !problem && notice && (
          <div className="setting-rule-note">
            {notice}
            {free && (
              <Button type="link" size="small" onClick={() => type('ip', free)}>
                {t.takeFree(free)}
              </Button>
            )}
          </div>
        )}
        {field === 'ip' && rule.corrected && <div className="setting-rule-note">{rule.corrected}</div>}
      </td>
    )
  }
  const empty = isEmptyRow(rule)
  const button = (
    <Button
      type="text"
      icon={<DeleteOutlined aria-hidden />}
      aria-label={t.removeRow(n)}
      {...(empty ? { onClick: () => actions.remove(rule.key) } : {})}
    />
  )
  return (
    <tr>
      <td className="setting-rule-n">{n}</td>
      {input('ip')}
      {input('mask')}
      {advanced && (
        <>
          <td className="setting-rule-permission" data-label={t.permission}>
            <Select
              aria-label={t.cell(t.permission, n)}
              getPopupContainer={popupContainer}
              value={rule.permission}
              options={(['permit', 'deny'] as const).map((value) => ({ value, label: t[value] }))}
              onChange={(permission) => actions.set({ ...rule, permission })}
            />
          </td>
          {input('ge')}
          {input('le')}
        </>
      )}
      <td className="setting-rule-end">
        {empty ? (
          button
        ) : (
          <Popconfirm
            title={t.removeSure}
            okText={t.remove}
            cancelText={t.cancel}
            okButtonProps={{ danger: true }}
            getPopupContainer={popupContainer}
            onConfirm={() => actions.remove(rule.key)}
          >
            {button}
          </Popconfirm>
        )}
      </td>
    </tr>
  )
})
