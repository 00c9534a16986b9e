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

  noKey: '还没有 API 密钥。请输入您的密钥并选择“保存”。',
  keyNeeded: '请输入 API 密钥。',
  addressNeeded: '请输入您的市场数据服务的地址。',
  checking: '正在询问服务…',
  saved: '已保存。正在重新计算单元格。',
  savedOnly: '已保存。请按 Ctrl+Alt+F9 重新计算单元格。',
  failed: '操作未成功：{reason}',
  removed: 'API 密钥已从此计算机移除。',
};
