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

    """
}
