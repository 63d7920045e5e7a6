import type { AccessKey, Flag, Role, SubAccount } from '@weft/contract'

/** Returns a sub-account that has never signed in. */
export const aSubAccount = (change: Partial<SubAccount> = {}): SubAccount => ({
  id: '7',
  username: 'li.wei',
  role_id: '3',
  role_name: '门店运维',
  nickname: '李伟',
  create_time: 1_790_000_000,
  login_time: null,
  ...change,
})

/** Returns a role that may edit the networks that it is limited to. */
export const aRole = (change: Partial<Role> = {}): Role => {
  const none = { create: 0, edit: 0, delete: 0 } as Record<'create' | 'edit' | 'delete', Flag>
  return {
    id: '3',
    name: '门店运维',
    note: '夜班',
    create_time: 1_790_000_000,
    update_time: 1_790_000_600,
    users: 1,
    auth: {
      easylink: {
        router: none,
        network: { ...none, edit: 1, confined: 1, networks: [{ network_number: '1000000001', network_name: '华东生产网' }] },
      },
      monitor: { ...none, view: 1 },
    },
    ...change,
  }
}

export const anAccessKey = (change: Partial<AccessKey> = {}): AccessKey => ({
  id: '9',
  name: '巡检脚本',
  role_id: '3',
  role_name: '门店运维',
  create_time: 1_790_000_000,
  expire_time: 4_000_000_000,
  last_time: null,
  last_address: null,
  ...change,
})
