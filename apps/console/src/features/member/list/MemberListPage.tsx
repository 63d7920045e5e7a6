import { MemberList } from './MemberList.tsx'
import './member-list.css'

export const MemberListPage = () => <MemberList />
