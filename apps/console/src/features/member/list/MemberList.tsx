import { useQuery } from '@tanstack/react-query'
import { contract, MOST_FOUND } from '@weft/contract'
import { asking, language, ListFilter, ListTable, PageHeader, useListPage, useNarrow, useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { LiveLine } from '../../../shared/session/LiveLine.tsx'
import { ConnectionStrip } from '../../../shared/session/StaleStrip.tsx'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { MemberExport } from '../batch/MemberExport.tsx'
import * as memberText from '../member.text.ts'
import { useMemberRights } from '../member-rights.ts'
import { AttentionFilter } from './AttentionFilter.tsx'
import { KindTabs, kindOf, typeOfKind } from './KindTabs.tsx'
import { LabelFilters } from './LabelFilters.tsx'
import { memberColumns } from './member-columns.tsx'
import { AttentionText, MemberFacts, useMemberCounts } from './MemberFacts.tsx'
import * as text from './member-list.text.ts'
import { MemberDialogs } from './MemberDialogs.tsx'
import { DIRECTORY, useToolbar } from './use-toolbar.tsx'
import { OnlineFilter } from './OnlineFilter.tsx'
import { SelectionActions } from './SelectionActions.tsx'
import { useMemberActions } from './use-member-actions.ts'
import { useMemberSelection } from './use-member-selection.ts'
import { Term } from '../../../shared/help/Term.tsx'

/** The filters of a tab. */
const FILTERS = ['attention', 'online', 'online_status', 'status', 'province', 'tag']
const NO_FILTERS = Object.fromEntries(['search', ...FILTERS].map((name) => [name, '']))

/** Lists all members, those that need attention first. */
export function MemberList() {
  const t = useText(text)
  const m = useText(memberText)
  const spoken = language.use()
  const isOpen = usePageOpen()
  const rights = useMemberRights()
  const list = useListPage(contract.router.list, ['type', ...FILTERS])
  const shown = kindOf(list.filters.type)
  const selection = useMemberSelection(list)
  const actions = useMemberActions(selection, rights.create)
  const filter = { ...list.filters, ...(list.search && { search: list.search }) }
  const toolbar = useToolbar(rights, (action) => actions.ofToolbar(action, filter))
  const narrow = useNarrow()
  const labels = useQuery(asking(contract.router.labels, {}, { quiet: true })).data
  const { quantity, attention, attentionOfType, pending } = useMemberCounts(list.filters.type)
  const { hardware, software } = quantity.data ?? {}
  const counts = { all: quantity.data && quantity.data.hardware + quantity.data.software, hardware, software }
  const empty = list.filters.attention
    ? { title: t.noneAiling }
    : {
        hardware: { title: t.noHardware, hint: t.noHardwareText },
        all: { title: t.noMembers, hint: t.noHardwareText },
        software: { title: t.noSoftware, hint: rights.managed ? undefined : t.noSoftwareText },
      }[shown]
  // The tab and 需要处理 do not count as filters: an empty list has a sentence of its own for each of them.
  const narrowed = list.search !== '' || Object.keys(list.filters).some((name) => name !== 'type' && name !== 'attention')
  const unborn = !list.first && list.error === null && list.count === 0 && !narrowed
  const mayAdd = rights.create && shown !== 'hardware' && !list.filters.attention
  // The filters stay hidden until the counts are loaded: a count makes its button wider, which would move the filters after it.
  const place = pending ? 'member-filters member-filters-hidden' : 'member-filters'
  return (
    <>
      <PageHeader
        title={t.title}
        term={<Term of="member" />}
        status={<AttentionText attention={attention} />}
        meta={
          <>
            <MemberFacts quantity={quantity} />
            {list.updated > 0 && <LiveLine read={list.updated * 1000} failing={list.error !== null} />}
          </>
        }
        // An empty list has the page's main button itself.
        actions={unborn && mayAdd ? undefined : toolbar.main}
        more={toolbar.more}
      />
      <ConnectionStrip read={list.updated * 1000} />
      {rights.managed && (
        <Alert
          className="member-directory"
          type="info"
          showIcon
          title={t.managed}
          action={isOpen(DIRECTORY) && <Link to={DIRECTORY}>{t.directorySettings}</Link>}
        />
      )}
      <KindTabs
        shown={shown}
        counts={counts}
        // Only the tab of software members draws the filter by status: another tab would be narrowed by what nobody sees.
        onChange={(kind) => list.show({ type: typeOfKind[kind], ...(kind !== 'software' && { status: '' }) })}
      />
      {narrow && (
        <div className="member-above">
          <div className={place}>
            <AttentionFilter list={list} count={attentionOfType} />
          </div>
        </div>
      )}
      <ListTable
        // The tab is no filter: clearing them stays in it.
        list={{ ...list, filtered: narrowed, clear: () => list.show(NO_FILTERS) }}
        name={shown === 'all' ? 'members' : `${shown}-members`}
        subject={shown === 'hardware' ? m.types[1] : shown === 'software' ? m.types[2] : m.member}
        rowKey="router_name"
        live
        countedTo={MOST_FOUND}
        columns={memberColumns({ t, m, spoken, rights, shown, labels, search: list.search, onAction: actions.ofOne })}
        searchHint={t.searchHint}
        chips={
          !narrow && (
            <div className={place}>
              <AttentionFilter list={list} count={attentionOfType} />
            </div>
          )
        }
        filters={
          <div className={place}>
            <OnlineFilter list={list} />
            {shown === 'software' && (
              <ListFilter
                list={list}
                name="status"
                label={t.status}
                options={[
                  { value: '1', label: m.normal },
                  { value: '0', label: m.disabled },
                ]}
              />
            )}
            <LabelFilters list={list} labels={labels} />
          </div>
        }
        {...(rights.edit || rights.delete
          ? {
              selection: {
                keys: selection.keys,
                onChange: selection.change,
                labelOf: t.selectOf,
                actions: <SelectionActions selection={selection} count={list.count} rights={rights} onAction={actions.ofSelection} />,
              },
            }
          : {})}
        empty={{
          ...empty,
          action: mayAdd && (
            <Button type="primary" onClick={() => actions.ofToolbar('add', {})}>
              {m.add}
            </Button>
          ),
        }}
      />
      <MemberExport />
      <MemberDialogs actions={actions} selection={selection} />
    </>
  )
}
