import type { connection as English } from '../en/connection';
import type { Translated } from '../translation';

export const connection: Translated<typeof English> = {
  title: '连接',
  apiKey: 'API 密钥',
  apiKeyHint: '仅为您保存在此计算机上，绝不存入工作簿。',
  show: '显示',
  hide: '隐藏',
  showKey: '显示 API 密钥',
  hideKey: '隐藏 API 密钥',
  serviceAddress: '服务地址',
  serviceAddressHint: '以 https:// 开头；在 localhost 上可用 http://。',
  save: '保存',
  testConnection: '测试连接',
  removeKey: '移除密钥',

  notSetUp: '还没有 API 密钥。请输入您的密钥并选择“保存”。',
  noKey: '请输入 API 密钥。',
  noAddress: '请输入您的市场数据服务的地址。',
  noSuchKey: '密钥中有空格或密钥不会使用的字符：请重新复制。',
  noWebAddress: '这不是网址：请输入类似 https://api.example.com 的地址。',
  notSecure: '密钥只通过 https 发送（localhost 可用 http）：地址请以 https:// 开头。',
  hasUser: '请去掉地址中的用户名和密码。',
  hasQuery: '请去掉地址中 ? 或 # 之后的内容。',

  checking: '正在询问服务…',
  accepted: '服务已接受密钥。',
  acceptedWithUsage: { other: '服务已接受密钥。最近 {hours} 小时内有 {count} 个请求。' },
  refused: '服务拒绝了密钥 ({status})：请检查密钥，或向提供商询问您的套餐包含的内容。',
  unreachable: '无法连接 {address}：请检查网络连接和服务地址。',
  saved: '已保存。正在重新计算单元格。',
  savedOnly: '已保存。请按 Ctrl+Alt+F9 重新计算单元格。',
  failed: '操作未成功：{reason}',
  removed: 'API 密钥已从此计算机移除。',
};
