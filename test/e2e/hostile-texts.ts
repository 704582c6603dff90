/** What an answer may try on the page that shows it. Each, if it ran, would set `window.ran`. */
export const HOSTILE = [
  '<script>window.ran = true</script>',
  '<img src=x onerror="window.ran = true">',
  '[read on](javascript:window.ran=true)',
  '<svg onload="window.ran = true"><circle r="9"/></svg>',
  '![picture](http://127.0.0.1:9/tracker.png)',
  '<iframe srcdoc="<script>parent.ran = true</script>"></iframe>',
  '<a href="data:text/html,<script>opener.ran=true</script>" target="_blank">go</a>',
  '<form action="http://127.0.0.1:9/"><button formaction="javascript:window.ran=true">Tie</button></form>',
  '<style>body { display: none }</style><math><mtext></mtext></math>',
  '```html\n<script>window.ran = true</script>\n```',
]
