/**
 * Says which addresses to allow if Microsoft's office.js does not load. The page's parser waits for it, for minutes if
 * a firewall drops the connection. So this is a script of its own, which runs meanwhile.
 */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 500;

const SENTENCES: Readonly<Record<string, string>> = {
  en: 'MD for Excel waits for Microsoft’s office.js, which has not come: ask your administrator to allow scripts from {hosts}, then open the workbook again.',
  de: 'MD for Excel wartet auf office.js von Microsoft, das nicht gekommen ist: Lassen Sie Ihren Administrator Skripte von {hosts} erlauben und öffnen Sie dann die Arbeitsmappe erneut.',
  fr: 'MD for Excel attend office.js de Microsoft, qui n’est pas arrivé : demandez à votre administrateur d’autoriser les scripts de {hosts}, puis rouvrez le classeur.',
  es: 'MD for Excel espera office.js de Microsoft, que no ha llegado: pida a su administrador que permita scripts de {hosts} y vuelva a abrir el libro.',
  ja: 'MD for Excel は Microsoft の office.js を待っていますが、届いていません。{hosts} からのスクリプトを許可するよう管理者に依頼し、ブックを開き直してください。',
  zh: 'MD for Excel 正在等待 Microsoft 的 office.js，但未收到：请让管理员允许来自 {hosts} 的脚本，然后重新打开工作簿。',
};

/** The build writes the hosts beside the script; none if office.js is on the add-in's own server. */
const written = document.currentScript?.dataset.hosts ?? '';
const hosts = written === '' ? location.origin : written.replaceAll(' ', ', ');

const isThere = (): boolean => 'Office' in window;

setTimeout(() => {
  if (isThere()) return;
  const code = navigator.language.slice(0, 2);
  const sentence = document.createElement('p');
  sentence.lang = code in SENTENCES ? code : 'en';
  sentence.setAttribute('role', 'alert');
  sentence.style.cssText = 'margin: 16px; font: 14px/1.4 "Segoe UI", system-ui, sans-serif; overflow-wrap: anywhere';
  sentence.textContent = SENTENCES[sentence.lang]!.replace('{hosts}', hosts);
  // The page may have no body yet.
  (document.getElementById('pane') ?? document.documentElement).prepend(sentence);
  const looking = setInterval(() => {
    if (!isThere()) return;
    clearInterval(looking);
    sentence.remove();
  }, LOOK_EVERY_MS);
}, PATIENCE_MS);
