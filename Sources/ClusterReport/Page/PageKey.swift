/// What the signs of the lanes mean.
enum PageKey {
  static let text: StaticString = """
    <ul class="key" aria-label="What the signs mean">
    <li><svg width="36" height="12" aria-hidden="true"><path class="a q" d="M0 6H28"/>\
    <path class="hd" d="M34 6l-9-4v8z"/></svg>request</li>
    <li><svg width="36" height="12" aria-hidden="true"><path class="a w" d="M0 6H28"/>\
    <path class="hd" d="M34 6l-9-4v8z"/></svg>answer</li>
    <li><svg width="36" height="12" aria-hidden="true"><path class="a p" d="M0 6H28"/>\
    <path class="hd" d="M34 6l-9-4v8z"/></svg>push</li>
    <li><svg width="36" height="12" aria-hidden="true"><path class="a q lost" d="M0 6H24"/>\
    <path class="x" d="M24 1l10 10m0-10l-10 10"/></svg>lost, refused or not taken</li>
    <li><svg width="36" height="12" aria-hidden="true"><path class="a q copy" d="M0 4H28M0 7H28"/>\
    <path class="hd" d="M34 6l-9-4v8z"/></svg>×2: the same message once more</li>
    <li><svg width="36" height="12" aria-hidden="true"><path class="a q held" d="M0 6H28"/>\
    <path class="x" d="M30 1v10"/></svg>held back</li>
    <li><svg width="20" height="12" aria-hidden="true"><path class="tr" d="M10 0V12"/></svg>\
    from an attempt to its retry</li>
    <li><svg width="20" height="12" aria-hidden="true"><path class="tt" d="M10 0V12"/></svg>\
    a timer runs</li>
    <li>● the user acts</li><li>○ the device shows</li><li>↻ a process starts</li>
    <li>† a process is killed</li><li>◷ timer, clock, system</li><li>✗ an attempt fails</li>
    <li><svg width="20" height="12" aria-hidden="true"><rect class="bc" x="5" width="10" \
    height="12"/></svg>cut off</li>
    <li><svg width="20" height="12" aria-hidden="true"><rect class="bs" x="5" width="10" \
    height="12"/></svg>suspended</li>
    <li><svg width="20" height="12" aria-hidden="true"><rect class="bl" x="5" width="10" \
    height="12"/></svg>locked</li>
    <li><svg width="20" height="12" aria-hidden="true"><rect class="g1" x="2" width="16" \
    height="12"/></svg>which access token the vault holds</li>
    </ul>
    <details class="words"><summary>What the words mean</summary>
    <dl class="facts">
    <dt>save milk</dt><dd>a device sends the cloud the edit that is called milk; (2) is the second \
    attempt</dd>
    <dt>milk kept</dt><dd>the cloud took it; "milk lost to eggs": another edit won</dd>
    <dt>push milk</dt><dd>the cloud tells a device that milk changed something</dd>
    <dt>pull after 3</dt><dd>a device asks what has changed at the cloud since change number 3</dd>
    <dt>title by milk</dt><dd>the answer: the field title now holds what the edit milk made it</dd>
    <dt>calm</dt><dd>from here on nothing is lost or cut off, and every device syncs until all is \
    at rest</dd>
    <dt>model</dt><dd>what the cloud must hold by its own rules, worked out apart from it</dd>
    </dl></details>

    """
}
