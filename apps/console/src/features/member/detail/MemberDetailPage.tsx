import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type MemberInfo } from '@weft/contract'
import { asking, ErrorState, PageHeader, useDialog, useText } from '@weft/ui'
import { Suspense } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { permits, useAccount } from '../../../shared/account/use-account.ts'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import { memberPath } from '../../../shared/member/member-paths.ts'
import { membersChanged } from '../../../shared/member/members-changed.ts'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { serverSecondsAt } from '@weft/ui/time/server-time.ts'
import { DeleteMemberDialog } from '../dialogs/DeleteMemberDialog.tsx'
import { EditNoteDialog } from '../dialogs/EditNoteDialog.tsx'
import { LabelDialog } from '../dialogs/LabelDialog.tsx'
import { MemberPasswordDialog, MemberPhoneDialog } from '../member-dialogs.ts'
import { useMemberRights } from '../member-rights.ts'
import { AvailabilityCard } from './days/AvailabilityCard.tsx'
import { SignedInCard } from './days/SignedInCard.tsx'
import { LeaveNetworkDialog } from './LeaveNetworkDialog.tsx'
import { MemberBones } from './MemberBones.tsx'
import './member-detail.css'
import * as text from './member-detail.text.ts'
import { MemberHeader } from './MemberHeader.tsx'
import { PathCard } from './path/PathCard.tsx'
import { useCheck } from './path/use-check.ts'
import { DetailTabs } from './tabs/DetailTabs.tsx'
import { RegionGuess } from '../../../shared/member/RegionGuess.tsx'
import { ConnectionStrip } from '../../../shared/session/StaleStrip.tsx'
import { useBulkChange } from '../dialogs/use-bulk-change.ts'
import { useMemberWork } from './use-member-work.ts'

/** Milliseconds after which the path is read again while the page is shown. */
const FRESH_MS = 30_000

/** Shows one member: where the way to its networks breaks and what to do, its last days, and everything else. */
export function MemberDetailPage() {
  const router_name = usePageKey('router_name')
  return router_name ? <MemberDetail key={router_name} router_name={router_name} /> : <Navigate to={memberPath.list} replace />
}

function MemberDetail({ router_name }: { router_name: string }) {
  const t = useText(text)
  const info = useQuery(asking(contract.router.info, { router_name }, { missing: memberPath.list }))
  usePageObject(info.data && nameOf(info.data))
  if (info.data) return <Loaded member={info.data} at={Math.floor(serverSecondsAt(info.dataUpdatedAt))} />
  return (
    <>
      <PageHeader title={t.title} />
      {info.isError ? <ErrorState error={info.error} onRetry={() => void info.refetch()} /> : <MemberBones />}
    </>
  )
}

function Loaded({ member, at }: { member: MemberInfo; at: number }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { credentials, edit: editsLabels } = useMemberRights()
  const label = useBulkChange({
    names: [member.router_name],
    wanted: undefined,
    onDone: () => void membersChanged(queries),
    onGone: () => void navigate(memberPath.list, { replace: true }),
  })
  const found = useQuery({
    ...asking(contract.memberRecords.path, { router_name: member.router_name }, { quiet: true, missing: 'stay' }),
    refetchInterval: FRESH_MS,
  })
  const work = useMemberWork(member)
  const check = useCheck(member.router_name)
  const measurable = permits(useAccount(), 'network.edit') && member.state !== 'never' && member.state !== 'disabled'
  const [naming, labelling, leaving, deleting, phone, password] = [
    useDialog<true>(),
    useDialog<true>(),
    useDialog<true>(),
    useDialog<true>(),
    useDialog<true>(),
    useDialog<true>(),
  ]
  const done = (dialog: { close: () => void }) => () => {
    dialog.close()
    void membersChanged(queries)
  }
  const path = found.data
  const software = member.router_type === 2
  return (
    <>
      <MemberHeader
        member={member}
        path={path}
        work={work}
        at={at}
        onRename={() => naming.show(true)}
        onLabels={() => labelling.show(true)}
        onLeave={() => leaving.show(true)}
        onDelete={() => deleting.show(true)}
        onPhone={() => phone.show(true)}
        onPassword={() => password.show(true)}
      />
      <ConnectionStrip read={at * 1000} />
      {member.province === '' && editsLabels && (
        <div className="member-guess">
          <RegionGuess
            guess={member.region_guess}
            onConfirm={(guess) => label.applyNow({ ...guess, add_tags: [], remove_tags: [] })}
            onEdit={() => labelling.show(true)}
          />
        </div>
      )}
      <div id="member-path">
        {path ? (
          <PathCard
            member={member}
            path={path}
            work={work}
            onPassword={software && credentials ? () => password.show(true) : undefined}
            check={measurable ? check : undefined}
            at={Math.floor(serverSecondsAt(found.dataUpdatedAt))}
          />
        ) : found.isError ? (
          <ErrorState compact onRetry={() => void found.refetch()} />
        ) : (
          <MemberBones />
        )}
      </div>
      {/* Loaded at once, but hidden until the path above it has its height. */}
      <div className={found.isPending ? 'member-below' : undefined}>
        {software ? <SignedInCard router_name={member.router_name} /> : <AvailabilityCard router_name={member.router_name} />}
        <DetailTabs member={member} path={path} />
      </div>
      {naming.subject && <EditNoteDialog member={member} onClose={naming.close} onDone={done(naming)} />}
      {labelling.subject && (
        <LabelDialog
          names={[member.router_name]}
          member={member}
          onClose={labelling.close}
          onDone={done(labelling)}
          onGone={() => void navigate(memberPath.list, { replace: true })}
        />
      )}
      {leaving.subject && <LeaveNetworkDialog member={member} onClose={leaving.close} />}
      {deleting.subject && (
        <DeleteMemberDialog member={member} onClose={deleting.close} onDone={() => void navigate(memberPath.list, { replace: true })} />
      )}
      <Suspense>
        {phone.subject && <MemberPhoneDialog member={member} onClose={phone.close} onSaved={done(phone)} />}
        {password.subject && <MemberPasswordDialog member={member} onClose={password.close} onSaved={password.close} />}
      </Suspense>
    </>
  )
}
