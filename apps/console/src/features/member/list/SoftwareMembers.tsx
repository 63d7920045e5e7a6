import { contract, MOST_FOUND } from '@weft/contract'
import { ListFilter, ListTable, useListPage, useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { MemberExport } from '../batch/MemberExport.tsx'
import * as memberText from '../member.text.ts'
import { useMemberRights } from '../member-rights.ts'
import * as text from './member-list.text.ts'
import { OnlineFilter } from './OnlineFilter.tsx'
import { SelectionActions } from './SelectionActions.tsx'
import { DIRECTORY, SoftwareActions } from './SoftwareActions.tsx'
import { SoftwareDialogs } from './SoftwareDialogs.tsx'
import { softwareColumns } from './software-columns.tsx'
import { useMemberSelection } from './use-member-selection.ts'
import { useSoftwareActions } from './use-software-actions.ts'

/** Shows the tab of the software members. */
export function SoftwareMembers() {
  const t = useText(text)
  const m = useText(memberText)
  const isOpen = usePageOpen()
  const rights = useMemberRights()
  const list = useListPage(contract.router.list, ['online', 'status'], { type: '2' })
  const selection = useMemberSelection(list)
  const actions = useSoftwareActions(selection, rights.create)
  return (
    <>
      {rights.managed && (
        <Alert
          className="member-directory"
          type="info"
          showIcon
          title={t.managed}
          action={isOpen(DIRECTORY) && <Link to={DIRECTORY}>{t.directorySettings}</Link>}
        />
      )}
      <ListTable
        list={list}
        name="software-members"
        subject={m.types[2]}
        rowKey="router_name"
        countedTo={MOST_FOUND}
        columns={softwareColumns({ t, m, rights, onAction: actions.ofOne })}
        searchHint={t.searchHint}
        filters={
          <>
            <OnlineFilter list={list} />
            <ListFilter
              list={list}
              name="status"
              label={t.status}
              options={[
                { value: '1', label: m.normal },
                { value: '0', label: m.disabled },
              ]}
            />
          </>
        }
        actions={<SoftwareActions rights={rights} onAction={actions.ofToolbar} />}
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
          title: t.noSoftware,
          hint: rights.managed ? undefined : t.noSoftwareText,
          action: rights.create && (
            <Button type="primary" onClick={() => actions.ofToolbar('add')}>
              {m.add}
            </Button>
          ),
        }}
      />
      <MemberExport />
      <SoftwareDialogs actions={actions} selection={selection} />
    </>
  )
}
