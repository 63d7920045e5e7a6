import { PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkSummary } from '@weft/contract'
import { asking, ListFilter, ListTable, PageHeader, useDialog, useListPage, useText } from '@weft/ui'
import { Link, useNavigate } from 'react-router'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { BlockedButton } from '../../../shared/page/BlockedButton.tsx'
import { DeleteNetworkDialog } from '../dialogs/DeleteNetworkDialog.tsx'
import { RenameNetworkDialog } from '../dialogs/RenameNetworkDialog.tsx'
import * as networkText from '../network.text.ts'
import { networkPath } from '../network-paths.ts'
import { networksChanged } from '../networks-changed.ts'
import { useNetworkRights } from '../network-rights.ts'
import { networkColumns } from './network-columns.tsx'
import * as text from './network-list.text.ts'
import { AttentionChips, NetworksVerdict, useNetworkCounts } from './NetworkCounts.tsx'
import { NetworkFacts } from './NetworkFacts.tsx'
import { useVerdict } from '../../../shared/account/use-verdict.ts'
import { LiveLine } from '../../../shared/session/LiveLine.tsx'
import { ConnectionStrip } from '../../../shared/session/StaleStrip.tsx'
import { newTicketPath } from '../../../shared/ticket/ticket-path.ts'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { Term } from '../../../shared/help/Term.tsx'

export function NetworkListPage() {
  const t = useText(text)
  const n = useText(networkText)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isOpen = usePageOpen()
  const rights = useNetworkRights()
  const networks = useListPage(contract.network.list, ['type', 'status', 'attention'], {
    order: 'attention',
    picture: '1',
    by_member: '1',
  })
  const verdict = useVerdict().data
  const counts = useNetworkCounts()
  const quantity = useQuery({ ...asking(contract.router.quantity, {}, { quiet: true }), enabled: networks.unborn }).data
  // Without hardware there is nothing to create a network from.
  const bare = quantity?.hardware === 0 && isOpen('/ticket/create')
  const renaming = useDialog<NetworkSummary>()
  const deleting = useDialog<NetworkSummary>()

  const create = (rights.create || rights.designated) && (
    <BlockedButton
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      reason={rights.create ? undefined : t.designatedOnly}
      onPress={() => void navigate(networkPath.create)}
    >
      {n.create}
    </BlockedButton>
  )

  return (
    <>
      <PageHeader
        title={t.title}
        term={<Term of="network" />}
        status={<NetworksVerdict counts={counts} />}
        meta={
          <>
            <NetworkFacts />
            {networks.updated > 0 && <LiveLine read={networks.updated * 1000} failing={networks.error !== null} />}
          </>
        }
        // An empty list has the page's main button itself.
        actions={networks.unborn ? undefined : create}
      />
      <ConnectionStrip read={networks.updated * 1000} />
      <ListTable
        list={networks}
        name="networks"
        subject={n.network}
        rowKey="network_number"
        live
        columns={networkColumns({
          t,
          n,
          rights,
          verdict,
          mayRequestPop: isOpen('/network/ticket_create'),
          onOpen: (path) => void navigate(path),
          onRename: renaming.show,
          onDelete: deleting.show,
        })}
        searchHint={t.searchHint}
        chips={<AttentionChips list={networks} counts={counts} />}
        filters={
          <>
            <ListFilter
              list={networks}
              name="type"
              label={t.type}
              options={([1, 2, 3] as const).map((type) => ({ value: String(type), label: n.types[type] }))}
            />
            <ListFilter
              list={networks}
              name="status"
              label={t.status}
              options={[
                { value: '1', label: n.usable },
                { value: '0', label: n.unusable },
              ]}
            />
          </>
        }
        empty={{
          title: t.emptyTitle,
          hint: (
            <>
              {bare ? t.noHardware : quantity && quantity.hardware > 0 ? t.fromHardware(quantity.hardware) : t.emptyText}
              {isOpen('/handbook') && (
                <>
                  <br />
                  <Link to="/handbook" target="_blank">
                    {t.guide}
                  </Link>
                </>
              )}
            </>
          ),
          action: bare ? (
            <LinkButton type="primary" to={newTicketPath({ type: 1, title: t.hardwareTicket })}>
              {t.requestHardware}
            </LinkButton>
          ) : (
            create
          ),
        }}
      />
      {renaming.subject && (
        <RenameNetworkDialog
          network={withoutRevision(renaming.subject)}
          onClose={renaming.close}
          onRenamed={() => {
            renaming.close()
            void networksChanged(queries)
          }}
        />
      )}
      {deleting.subject && (
        <DeleteNetworkDialog
          network={deleting.subject}
          onClose={deleting.close}
          onDeleted={() => {
            deleting.close()
            void networksChanged(queries)
          }}
        />
      )}
    </>
  )
}

/** A row may be older than the newest revision, which somebody else made: its name is changed whatever else was. */
const withoutRevision = ({ network_number, network_name, network_type }: NetworkSummary) => ({ network_number, network_name, network_type })
